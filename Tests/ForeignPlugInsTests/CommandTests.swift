// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ForeignPlugIns

/// A program's arguments, compared with those that the plug-in's own host would pass.
struct CommandTests {
    private static let awkward = "/tmp/x/it's \"q\" 100%.txt"
    private static let three = [awkward, "/tmp/x/b", "/tmp/c d"]

    private let scratch = Scratch()

    /// Recorded from KDE Frameworks 5.103 (KIO::DesktopExecParser in Debian 12, shell lines run by dash), for
    /// the first file and for three.
    @Test(
        arguments: [
            ("plain", [["one", awkward]], three.map { ["one", $0] }),
            ("all", [["all", awkward]], [["all"] + three]),
            ("none", [["without", awkward]], three.map { ["without", $0] }),
            ("embedded", [["to=\(awkward).png"]], three.map { ["to=\($0).png"] }),
            ("line", [[awkward]], three.map { [$0] }),
            (
                "list", [[awkward, "and \(awkward)"]],
                [[three.joined(separator: " "), "and " + three.joined(separator: " ")]]
            ),
            (
                "names", [["it's \"q\" 100%.txt", "/tmp/x/"]],
                [["it's \"q\" 100%.txt", "/tmp/x/"], ["b", "/tmp/x/"], ["c d", "/tmp/"]]
            ),
            (
                "values", [["", "It's \"Forms\"", "--icon", "edit-copy", awkward]],
                three.map { ["", "It's \"Forms\"", "--icon", "edit-copy", $0] }
            ),
            (
                "quoted", [["a /home/ada \(awkward)"], ["b \(awkward)"]],
                three.flatMap { [["a /home/ada \($0)"], ["b \($0)"]] }
            ),
            ("assigned", [[awkward]], three.map { [$0] }),
            ("backticks", [["it's \"q\" 100%.txt"]], [["it's \"q\" 100%.txt"], ["b"], ["c d"]]),
            ("tilde", [["/home/ada/x", awkward]], three.map { ["/home/ada/x", $0] }),
            ("percent", [["50%", "100%", awkward]], three.map { ["50%", "100%", $0] }),
            // KIO makes the name part of the script, and the name's quotation marks end the script's: nothing
            // is started.
            ("script", [[awkward, "50"]], three.map { [$0, "50"] }),
        ] as [(String, [[String]], [[String]])])
    func serviceMenusAreStartedAsByKIO(_ action: String, _ one: [[String]], _ many: [[String]]) throws {
        try checkServiceMenu("forms." + action, one, many)
    }

    /// Recorded the same way, and the same from KDE Frameworks 6.13 (Debian 13).
    @Test(
        arguments: [
            ("signs", [["a\tb'" + awkward]], three.map { ["a\tb'" + $0] }),
            ("pairs", [[awkward, "x" + awkward, awkward, "a b"]], [["", "x"] + three + ["a b"]]),
            ("first", [["a", awkward]], three.map { ["a", $0] }),
            (
                "inside", [["it's \"q\" 100%.txt", "it's \"q\" 100%.txt"]],
                [["it's \"q\" 100%.txt", "it's \"q\" 100%.txt"], ["b", "b"], ["c d", "c d"]]
            ),
            ("others", [["/root/x", awkward]], three.map { ["/root/x", $0] }),
            ("list", [[awkward]], nil),
        ] as [(String, [[String]], [[String]]?)])
    func linesOfServiceMenusAreReadAsByKIO(_ action: String, _ one: [[String]], _ many: [[String]]?) throws {
        try checkServiceMenu("lines." + action, one, many)
    }

    /// - Parameter many: nil for an action that accepts only one file.
    private func checkServiceMenu(_ name: String, _ one: [[String]], _ many: [[String]]?) throws {
        let recorder = Recorder(scratch)
        let translation = try Translation("kde-service-menus", data: Translation.forms, scratch)
        let manifest = try #require(translation.manifests["servicemenu." + name])
        #expect(try recorder.arguments(of: manifest, files: [Self.awkward]) == one)
        if let many {
            #expect(try recorder.arguments(of: manifest, files: Self.three) == many)
        } else {
            #expect(translation.text("servicemenu." + name, "accepts")?.contains(#""max":1"#) == true)
        }
    }

    /// GLib itself starts the entry, by `gio launch`.
    @Test(arguments: ["each", "all", "none", "words"])
    func sendToEntriesAreStartedAsByGIO(_ name: String) throws {
        let recorder = Recorder(scratch)
        let files = Self.three.enumerated().map { index, path in
            let file = scratch("files\(index)/" + (path.split(separator: "/").last ?? ""))
            Files.write(file, "text")
            return file
        }
        let translation = try Translation("thunar-sendto", data: Translation.forms, scratch)
        let manifest = try #require(translation.manifests["sendto." + name])
        let entry = Translation.forms + "/Thunar/sendto/\(name).desktop"
        for selection in [Array(files.prefix(1)), files] {
            let theirs = try recorder.arguments(
                startedBy: ["/usr/bin/gio", "launch", entry] + selection,
                awaiting: name == "all" ? 1 : selection.count)
            let ours = try recorder.arguments(of: manifest, files: selection)
            // GIO starts one for each file and waits for none.
            #expect(ours.sorted { $0.joined() < $1.joined() } == theirs.sorted { $0.joined() < $1.joined() })
        }
    }

    /// GIO puts each path in single quotation marks. A name without blanks passes intact through further
    /// single ones around these, and through a script in double ones.
    @Test(arguments: [
        "record '%f'", "record --to='%f'", "sh -c \"record %f\"", "sh -c 'record %f'",
        "bash -c \"record a; record %F\"",
        "record '%F'",
    ])
    func quotationMarksAroundFilesAreReadAsByGIO(_ command: String) throws {
        let recorder = Recorder(scratch)
        let entry = scratch("data/Thunar/sendto/quoted.desktop")
        Files.write(entry, "[Desktop Entry]\nType=Application\nName=Quoted\nExec=\(command)\n")
        let translation = try Translation("thunar-sendto", data: scratch("data"), scratch)
        let manifest = try #require(translation.manifests["sendto.quoted"])
        let plain = scratch("files/a.txt")
        Files.write(plain, "text")
        let ours = try recorder.arguments(of: manifest, files: [plain])
        let theirs = try recorder.arguments(
            startedBy: ["/usr/bin/gio", "launch", entry, plain], awaiting: ours.count)
        #expect(!ours.isEmpty && ours == theirs)
        let arguments = try recorder.arguments(of: manifest, files: [Self.awkward])
        #expect(arguments.last?.last?.hasSuffix(Self.awkward) == true)
        let action = try PlugInCommand(action: command, isSingle: true)
        #expect(
            action.exec
                == (try PlugInCommand(
                    gio: command, .init(), path: nil, takesURIs: false, isSingle: true)).exec)
    }

    /// The program receives a path with literal quotation marks, as from GIO and libfm-qt.
    @Test(arguments: ["record \"%f\"", "record --to=\"%f\"", "record \"%F\""])
    func aFileInTwoKindsOfQuotationMarksIsLeftOut(_ command: String) {
        #expect(throws: Omission.quotedCode) {
            try PlugInCommand(gio: command, .init(), path: nil, takesURIs: false, isSingle: false)
        }
        #expect(throws: Omission.quotedCode) { try PlugInCommand(action: command, isSingle: false) }
    }

    /// The person sees the name in quotation marks.
    @Test(arguments: [
        "zenity --info --text \"%f\"", "notify-send \"%f\"", "kdialog --msgbox=\"the file %f\"",
    ])
    func whatIsOnlyShownMayHaveTwoKindsOfQuotationMarks(_ command: String) throws {
        _ = try PlugInCommand(gio: command, .init(), path: nil, takesURIs: false, isSingle: true)
        _ = try PlugInCommand(action: command, isSingle: true)
    }

    @Test(arguments: [
        "qterminal -e 'yay -U %F'", "beesu - \"cd %f ;xterm\"", "sh -c 'gksu \"python x.py -v %f\"'",
    ])
    func aCommandInACommandIsLeftOutForItsNames(_ command: String) {
        #expect(throws: Omission.namesAsScript) { try PlugInCommand(action: command, isSingle: true) }
        #expect(throws: Omission.namesAsScript) {
            try PlugInCommand(gio: command, .init(), path: nil, takesURIs: false, isSingle: true)
        }
    }

    /// Arguments as nemo-action.c gives them: the text between two files is part of the command, which GLib
    /// parses.
    @Test(
        arguments: [
            ("record %F", ",", [three.joined(separator: ",")]),
            ("record \"%F\"", ",", [three.joined(separator: ",")]),
            ("record %F", ";", [three.joined(separator: ";")]),
            ("record --all=%F", ",", ["--all=" + three.joined(separator: ",")]),
            ("record %F", "\"\n\"", [three.joined(separator: "\n")]),
            ("record \"%F\"", "\"\n\"", three), ("record %F", "\n", three),
            ("record %F", "\" \"", [three.joined(separator: " ")]), ("record \"%F\"", "' '", three),
            ("record %P %F", ",", ["/tmp/x", three.joined(separator: ",")]),
        ] as [(String, String, [String])])
    func filesAreJoinedAsByNemo(_ line: String, _ separator: String, _ arguments: [String]) throws {
        let command = try PlugInCommand(nemo: line, folder: "/x", separator: separator, isSingle: false)
        let perform = JSON.Object([("exec", .array(command.exec.map { .string($0) }))])
        let manifest = JSON.Object([("perform", .object(perform))])
        #expect(try Recorder(scratch).arguments(of: manifest, files: Self.three) == [arguments])
        #expect(!command.isForOne)
    }

    /// Two files would be one word of the script, or one text with a longer separator than the shell can
    /// insert.
    @Test(arguments: [
        ("bash -c \"record %F\"", ","), ("bash -c \"record %F\"", "\n"), ("bash -c \"record %F\"", "\" \""),
        ("record \"%F\"", ", "), ("record %F", ""),
    ])
    func whatNemoJoinsInVainIsForOneFile(_ line: String, _ separator: String) throws {
        let command = try PlugInCommand(nemo: line, folder: "/x", separator: separator, isSingle: false)
        let perform = JSON.Object([("exec", .array(command.exec.map { .string($0) }))])
        let manifest = JSON.Object([("perform", .object(perform))])
        let arguments = try Recorder(scratch).arguments(of: manifest, files: [Self.awkward])
        #expect(command.isForOne && arguments == [[Self.awkward]])
    }

    /// Arguments as nemo-action.c gives them: codes become quoted text, which GLib parses.
    @Test(
        arguments: [
            ("paths", [[awkward]], [three]),
            ("first", [["/tmp/x/x"], [awkward]], [["/tmp/x/x"], three]),
            ("together", [[awkward, awkward]], [three + [three.joined(separator: " ")]]),
            // The condition fails, as the files are not folders.
            ("guarded", [], []),
            ("script", [["it's \"q\" 100%.txt", "100%"]], nil),
            ("beside", [[awkward, "/tmp/x", "it's \"q\" 100%.txt"]], nil),
        ] as [(String, [[String]], [[String]]?)])
    func nemoActionsAreStartedAsByNemo(_ name: String, _ one: [[String]], _ many: [[String]]?) throws {
        let recorder = Recorder(scratch)
        let translation = try Translation("nemo-actions", data: Translation.forms, scratch)
        let manifest = try #require(translation.manifests["nemo." + name])
        #expect(try recorder.arguments(of: manifest, files: [Self.awkward]) == one)
        if let many { #expect(try recorder.arguments(of: manifest, files: Self.three) == many) }
    }

    @Test func aNemoActionGoesOnWhereItsConditionHolds() throws {
        let translation = try Translation("nemo-actions", data: Translation.forms, scratch)
        let manifest = try #require(translation.manifests["nemo.guarded"])
        #expect(try Recorder(scratch).arguments(of: manifest, files: ["/tmp"]) == [["/tmp"]])
    }

    @Test func aNameIsNeverRun() throws {
        let recorder = Recorder(scratch)
        let hostile = [
            "/tmp/$(record run)", "/tmp/`record run`", "/tmp/;record run;", "/tmp/'\"; record run",
        ]
        for name in ["kde-service-menus", "nemo-actions", "file-manager-actions"] {
            let translation = try Translation(name, data: Translation.forms, scratch)
            for manifest in translation.manifests.values {
                for file in hostile {
                    #expect(try !recorder.arguments(of: manifest, files: [file]).contains(["run"]))
                }
            }
            Files.erase(scratch("out-" + name))
        }
    }

    @Test func profilesAreStartedAsByLibfm() throws {
        let recorder = Recorder(scratch)
        let translation = try Translation("file-manager-actions", data: Translation.forms, scratch)
        let few = try #require(translation.manifests["filemanager.count.few"])
        #expect(try recorder.arguments(of: few, files: Self.three) == [["3"] + Self.three])
        let many = try #require(translation.manifests["filemanager.count.many"])
        #expect(
            try recorder.arguments(of: many, files: Self.three) == [
                ["it's \"q\" 100%.txt", "/tmp/x"], ["b", "/tmp/x"], ["c d", "/tmp"],
            ])
    }

    @Test func whatStandsForOneFileIsTheFirstForLibfm() throws {
        let translation = try Translation("file-manager-actions", data: Translation.forms, scratch)
        let manifest = try #require(translation.manifests["filemanager.first"])
        let name = "it's \"q\" 100%.txt"
        #expect(
            try Recorder(scratch).arguments(of: manifest, files: Self.three) == [Self.three + [name, name]])
    }

    @Test(arguments: ["record %B %d", "record %F %D %b", "record %D %F"])
    func listsOfPartsBesideOthersAreLeftOut(_ command: String) {
        #expect(throws: Omission.listsOfParts) { try PlugInCommand(action: command, isSingle: false) }
    }

    @Test(arguments: ["record 'open", "record \"open", "record `open", "record $(open", "record (a"])
    func quotingThatNeverEndsIsLeftOut(_ command: String) {
        #expect(throws: Omission.openQuote) {
            try PlugInCommand(kio: command, .init(), isSingle: false, home: "/home/ada")
        }
    }

    @Test func aScriptWithParametersOfItsOwnKeepsThem() throws {
        let command = try PlugInCommand(
            nemo: "sh -c 'record \"$1\"' -- %F", folder: "/x", isSingle: true)
        #expect(command.exec == ["sh", "-c", "record \"$1\"", "--", "%f"])
        #expect(throws: Omission.namesAsScript) {
            try PlugInCommand(
                nemo: "sh -c 'record %F $1' -- %F", folder: "/x", isSingle: true)
        }
        #expect(throws: Omission.namesAsScript) {
            try PlugInCommand(
                kio: "A=1 bash -c 'record \"%f\"'", .init(), isSingle: true, home: "/home/ada")
        }
        for command in ["su -c 'record %f'", "A=1 xterm -e \"record %f\"", "xterm --command='record %f'"] {
            #expect(throws: Omission.namesAsScript) {
                try PlugInCommand(kio: command, .init(), isSingle: true, home: "/home/ada")
            }
        }
    }

    /// Programs that accept a command or a script as an argument or from another source than a file.
    @Test(arguments: [
        "bash -c -- \"cat '%f'\"; true", "bash -x -c -- 'cat %f'; true",
        "bash -c\t\"convert %f out.png\"; true",
        "eval echo \"%f\"; true", "trap \"rm -f %f.tmp\" EXIT; true", "sh <<EOF\ncat %f\nEOF",
        "perl -e\"print%F\"; true", "perl -ne %f", "php -r \"x%f\"", "ruby -we 'puts %f'",
        "ssh host \"rm %F\"",
        "ssh host rm %F", "bash -o pipefail -c \"cat<%f\"; true", "echo %f | sh", "sed -i \"s|x|%f|\" %f",
        "sed s,x,%f, y", "env -S \"bash -c 'ls %F'\"", "python3 -c \"print('%F')\"",
        "konsole -e \"sh -c 'a %f'\"",
        "xterm -e %f", "bash 2>&1 -c \"x=%f\"", "echo $((%f))", "sudo bash -c %f; true", "x=1; bash -c -- %f",
        "echo %f | sh -s", "echo %f | bash -", "echo %f | env sh", "echo %f | sudo sh", "echo %f | (sh)",
        "echo %f | bash -o pipefail", "echo %f | { dash; }", "echo %f | python3", "echo %f | sh -s x",
        "echo %f |& /bin/sh -e", "echo %f | bash /dev/stdin", "bash <<< %f", "bash -s <<< \"x %f\"",
        "bash <(echo %f)", "echo %f > >(sh)", "flock /tmp/x -c %f; true", "script -qc %f",
        "script -qc%f x; true",
        "script --command=%f x; true", "tmux new-session -d %f", "echo %f | at now", "xfce4-terminal -x %f",
        "echo %f | xargs -I{} sh -c '{}'", "ls %F | xargs -I@ bash -c \"rm @\"",
        "gnome-terminal --command %f",
        "sh -c \"$(echo %f)\"", "sh -c \"rm `echo %f`\"", "sed -i \"s/x/$(basename %f)/\" y",
        "for f in %F; do sh -c \"rm $f\"; done", "xterm -e \"vi $(readlink %f)\"", "xterm -e ssh x rm %f",
        "st -e ssh x rm %f", "find %F -exec sh -c \"ls {}\" \\;", "find %f -exec xterm -e \"ls {}\" \\;",
        "ls %f | xargs -I{} xterm -e 'ls {}'", "for f in %F; do xterm -e \"less $f\"; done",
        "echo %f | rbash",
        "kgx -e %f", "xterm -e rsync -e ssh %f", "rsync -a x y: -e \"sh -c %f\"",
        "notify \"a %f\"", "(eval %f)", "echo \"$(eval %f)\"", "echo `eval %f`", "true && { eval %f; }",
        // Another language's own ways to start a program. Perl opens what ends in a bar as a command.
        "for f in %F; do python3 -c \"print('$f')\"; done", "awk '{ system($1) }' %f", "perl -pe 's/x/y/' %f",
        "perl -e 'open(F, $ARGV[0])' %f", "echo %f | sed 's/x/y/e'", "f=%n; awk -v x=1 \"$f\" y",
        // Scripts that the line writes itself.
        "echo %f > /tmp/x; sh /tmp/x", "echo %f > x; chmod +x x; ./x", "echo %f | tee x; bash x",
        "echo %f > y; cp y z; sh z", "t=$(mktemp); echo %f > $t; bash $t",
        // Variables that programs use as commands.
        "PAGER=%f man x", "export BASH_ENV=%f; bash x.sh", "env LD_PRELOAD=%f x", "PS4=%f; true",
        "make CC=%f",
        "export e=%f; sh -c 'eval \"$e\"'", "parallel ::: %F", "ls %F | parallel",
        // Sums.
        "[[ %n -gt 3 ]]", "let x=%n", "echo $((%n))", "n=%n; echo $((n + 1))", "n=%n; ((n))",
        "n=%n; echo ${a:n}",
        "declare -i x=%n", "test -v %n", "n=%n; echo ${n@P}",
        // Scripts that execute their arguments.
        "sh -c 'eval \"$1\"' _ %f", "bash -c '$1' _ %f", "sh -c 'n=${1##*/}; $n' _ %f",
        "sh -c 'echo $1 | sh' _ %f",
        "bash -c '[[ $1 -gt 3 ]]' _ %n", "sh -c 'sh -c \"$1\"' _ %f", "echo %f | sh -c 'cat | sh'",
        // Options for a command.
        "vim -c %n", "vim +%n", "tar -I %n -xf x", "tar -cf x y --checkpoint-action=exec=%f",
        "git -c core.pager=%n log",
        "find . -exec %n \\;", "env -S %n", "script -qc $x /dev/null %n", "find %f -exec /bin/b?sh -c {} \\;",
        "find %F -exec sh -c 'x \"$1\"' sh {} \\; -exec bash -c %f \\;",
        // Programs that are not named literally.
        "$SHELL -c %f", "x=sh; $x -c %f", "/bin/b?sh -c %f", "sudo $SHELL -c %f", "x=eval; $x %f", "f=%n; $f",
        "$(echo %n)", "echo %f | xargs -I@ @", "echo %f | xargs env", "echo %f | $SHELL",
        // All scripts of a program that accepts several, with its options parsed as it parses them.
        "sed -e p -e 's/x/y/e' %f", "sed -n --expression=p --expression='1e' %f", "sed -e 's/x/y/e # z' %f",
        "sed p %f -e e", "perl -e 1 -e 'system($_)' %f", "perl -MFile::Spec -ne 1 %f", "perl -e 1 -n %f",
        "perl -e 'while(<ARGV>) {}' %f", "perl -e 'readpipe($ARGV[0])' %f", "perl -pi -e 's/(.*)/$1/ee' %f",
        "ruby -e 'puts %x(ls #{ARGV[0]})' %f", "php -r 'passthru($argv[1]);' %f",
        // Shells with other rules, and further options before a script.
        "fish -c 'eval $argv' %f", "zsh -c '${(e)1}' _ %f", "mksh -c '$1' _ %f", "csh -fc 'eval $1' %f",
        "echo %f | tcsh -c 'eval $<'", "bash -xeuvc 'eval \"$1\"' _ %f",
        "a=$b; b=$a; $a %f",
    ])
    func noFileIsPartOfAScript(_ command: String) {
        #expect(throws: Omission.namesAsScript) {
            try PlugInCommand(kio: command, .init(), isSingle: true, home: "/home/ada")
        }
    }

    /// A quotation mark in a comment would be read as the beginning of a quotation.
    @Test func aCommentThatALineFollowsIsLeftOut() {
        #expect(throws: Omission.comment) {
            try PlugInCommand(kio: "true #'\neval %f #'", .init(), isSingle: true, home: "/home/ada")
        }
    }

    /// A file becomes a parameter of the shell, which has another meaning there.
    @Test(arguments: [
        "f() { rm -rf %f/cache; }; f", "f () { rm %f; }; f", "function f { rm %f; }; f", "shift; cat %f",
        "set -- 640 480; convert %f", "true && set x; cat %f",
        "source x; cat %f", ". x; cat %f",
    ])
    func noFileIsLostAmongParameters(_ command: String) {
        #expect(throws: Omission.changesParameters) {
            try PlugInCommand(kio: command, .init(), isSingle: true, home: "/home/ada")
        }
        #expect(throws: Omission.changesParameters) {
            try PlugInCommand(
                nemo: "sh -c '\(command.replacing("%f", with: "%F"))'", folder: "/x",
                isSingle: true)
        }
    }

    /// Commands of published plug-ins, or similar ones.
    @Test(arguments: [
        "setfattr -n user.xdg.tags -v \"Pinned\" -h \"$(readlink -f %U)\"",
        "mkdir -p $(dirname ~/Dropbox%f) && mv %f ~/Dropbox%f", "cd \"$(dirname %u)\" && ~/bin/flips",
        "konsole --workdir \"`dirname \"%f\"`\" -e /home/x/nova %u", "bash \"/home/a/a b.sh\" %F; true",
        "env /usr/bin/python3 $HOME/x.py --in=%f", "gsettings set org.x picture-uri \"file://%f\"; true",
        "kdialog --title \"The %n\" --msgbox \"$(md5sum %f)\"", "kgpg -e %F; true", "audacious -e %f; true",
        "kgpg -e %F", "audacious -e %f", "wc -c <%f", "xterm -e vi %f; true",
        "f=\"'%F'\"; ln -s %f \"%d/link to $f\"",
        "for file in %F; do args=$args';'$file; done; ~/x/x.sh \"${args:1}\"",
        "`x | cut -d : -f1`menus/transfer.sh %f",
        "count=0; for f in %F; do count=`expr $count + 1`; done; kdialog --passivepopup \"$count (all)\"",
        "sh -c 'cd \"$(dirname \"$1\")\" && x --to pdf \"$1\"' -- %F", "for d in %F; do x \"$d\"/* 0:; done",
        "trash put %f; true", "test ! -x %f && chmod +x %f", "yd publish %f; true", "sh",
        "trash -v %F; true", "gio trash -f %F; true", "pngcrush -ow %f; true", "rhash --sha1 %f; true",
        "adb push -p %f /sdcard/; true", "notify-send -i user-trash \"Moved %n\"",
        "kdialog --title Publish --msgbox %f; true", "sudo -A chown $USER %F",
        "echo -e \"[a]\\n./.b\" > \"%U/.directory\"", "for f in %F; do x \"$f\" >x 2>&1; done",
        "kdialog --msgbox \"$(wc -c < %f)\"", "konsole -e sh -c 'cat \"$1\" | less' sh %f",
        "flatpak-spawn --host bash -c 'x \"$1\"' _ %f", "env -u X A=b x %f",
        "sh -c 'x \"$1\" > \"$1.txt\"' _ %f",
    ])
    func otherPlacesAreForFiles(_ command: String) throws {
        _ = try PlugInCommand(kio: command, .init(), isSingle: true, home: "/home/ada")
    }

    /// Harmless lines, of a language that is not modelled here.
    @Test(arguments: [
        "env WINEPREFIX=\"$(dirname \"%u\")/.wine\" wine %u", "mono x.exe \"%u\" \"sd:$dir/$(basename %u)\"",
        "if [ -d \"$(dirname \"%u\")/.wine\" ]; then a; else b %f; fi", "konsole --workdir %d -e bash %n",
        "konsole --hold -e \"convert -f %F -o avi\"; true", "xterm -T \"Files %N\" -e bash x.sh %F; true",
        "cat %f | sed 's/a/b/' | perl -pe 's/x/y/'", "find . -name x; grep -e %f y",
        "rsync -e ssh %F y:; true", "rsync -e ssh %F y:", "rsync -avze ssh %F y:", "rsync --rsh ssh %F y:",
        "ls %F | while read f; do cp \"$f\" x; done", "cat %f | sudo tee x", "cat %f | bash x.sh",
        "ls %F | xargs -n1 sh -c 'x \"$1\"' sh", "find %F -exec sh -c 'x \"$1\"' sh {} \\;",
        "find %F -exec perl -pi -e 's/a/b/' {} +", "find %f -exec xterm -e vi {} \\;",
        "cat %f | xargs -I{} cp {} x", "konsole --workdir %d -e bash; true",
        "IFS=:; for dir in $(x); do command=\"$dir/x.sh\"; if [ -x \"$command\" ]; then $command %f; fi; done",
        "for i in %F; do cat \"$i\" | base64 -w0 > \"$i\".base64; done",
        "python3 -c 'import sys; print(sys.argv)' %f", "perl -pi -e 's/a/b/' %F; true",
        "[ \"$(wc -l < %f)\" -gt 3 ]", "[ -e %f ] && x %f", "if [[ -x %f ]]; then x %f; fi",
        "bash -c 'a=(\"$@\"); meld \"${a[0]}\" \"${a[1]}\"' bash %F", "awk -v f=%n '{ print f, $1 }' %f",
        "yad --text \"File %n\"; true", "yad --text=\"File %n\"; true",
        "bash -c \"find '%d' -name x -exec rm -rf '{}' +\"", "python3 -m http.server -d %f",
        "sed -i -e 's/a/b/' -e 's/c/d/' %f", "perl -MFile::Copy -pi -e 's/a/b/' %F",
        "bash -c 'e=\"${1##*.}\"; [ \"$e\" = zip ] && [[ -d $1 ]] && x \"$1\"' _ %f",
        "n=$(echo %f | sed 's/a/b/'); x \"$n\"", "env WINEPREFIX=%d/.wine wine %f",
        "cat %f | sort -k 2 > x; cat x", "bash -c \"dpkg -i %f; read -p 'Press ENTER to close'\"",
        "find %f -name \"*.txt\" -exec cp {} x \\;",
    ])
    func whatTakesMoreOfTheShellIsLeftOut(_ command: String) {
        #expect(throws: Omission.namesAsScript) {
            try PlugInCommand(kio: command, .init(), isSingle: true, home: "/home/ada")
        }
    }

    @Test func aScriptOfALoginShellGetsTheFileAsItsParameter() throws {
        let line = "bash -lic \"code %f\""
        let exec = ["bash", "-lic", "code \"${1}\"", "sh", "%f"]
        #expect(try PlugInCommand(action: line, isSingle: true).exec == exec)
        #expect(
            try PlugInCommand(gio: line, .init(), path: nil, takesURIs: false, isSingle: true).exec == exec)
    }

    @Test func whatLooksLikeAScriptMayBeNone() throws {
        let archive = try PlugInCommand(kio: "tar -c \"%f\"", .init(), isSingle: true, home: "/home/ada")
        #expect(archive.exec == ["tar", "-c", "%f"])
    }
}
