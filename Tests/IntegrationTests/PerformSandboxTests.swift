// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A narrowed activity's permissions, tested from inside as an ordinary user. `PerformEscapeTests` has the
/// limits.
@Suite(
    .serialized,
    .disabled("Needs the systemd of a user other than root, who cannot run what was built here.") {
        (try? UserManager.shared.get().uid) == 0
    })
struct PerformSandboxTests {
    private static let tries = """
        try() { name=$1; shift; if "$@" >/dev/null 2>&1; then echo "$name: yes"; else echo "$name: no"; fi; }
        try home touch "$PLACE/home/made"
        try downloads touch "$PLACE/home/Downloads/made"
        try pictures touch "$PLACE/home/Bilder/made"
        try bundle touch "$0"
        try tmp touch "/tmp/made-$$"
        try tmpdir touch "${TMPDIR:-/nonexistent}/made"
        try devices sh -c 'echo >/dev/null && : >/dev/zero && test -w /dev/full && test -w /dev/shm'
        try runtime touch "${XDG_RUNTIME_DIR:-/nonexistent}/made"
        try network test "$(readlink /proc/self/ns/net)" = "$NET"
        try progress systemd-notify STATUS=told
        try item cat "$1"
        try unchanged sh -c ': >>"$1"' - "$1"
        try text cat "$2"
        """

    /// The machine's network namespace.
    private static func network() throws -> String {
        let (_, output) = try ChildProcess.run(["readlink", "/proc/self/ns/net"])
        return String(output.prefix { $0 != "\n" })
    }

    /// Runs `body` beside a daemon of an ordinary user's, whose home has folders with names of its own.
    static func prepared(
        _ launching: Launching, _ plugins: [Plugin], system: [Plugin] = [],
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        let settings = ["config/user-dirs.dirs": "# written\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n"]
        try DaemonFixture.performing(
            launching, plugins, system: system, files: settings,
            prepare: { daemon in
                let person = try UserManager.shared.get().uid
                if person != geteuid() { daemon.owner = person }
                daemon.folder.folder("disk/Bilder")
                symlink("../disk/Bilder", daemon.folder("home/Bilder"))
                daemon.folder.folder("home/Downloads")
            }, body)
    }

    /// Performs the tries with these options; what they made is looked for outside.
    private static func tries(
        _ launching: Launching, _ perform: KeyValuePairs<String, JSON>
    ) throws -> (yes: Set<String>, end: Sheet.Progress) {
        var result: (Set<String>, Sheet.Progress)?
        let plugin = Plugin.script(
            "tries", "PLACE=$1 NET='\(try network())'; shift\n" + tries, ["{place}", "%F"], perform
        ).asking("place")
        try prepared(launching, [plugin]) { daemon in
            let item = daemon.folder("item.txt")
            Files.write(item, "an item in /tmp")
            Files.give(item, to: daemon.owner ?? geteuid())
            let content: JSON = [
                ["type": "text/plain", "uri": .string("file://" + item)],
                ["type": "text/plain", "text": "private"],
            ]
            let end = try daemon.ending(plugin.identifier, content, answers: ["place": daemon.folder.path])
            #expect(end.result == .success)
            let lines = (end.output ?? "").split(separator: "\n").map { $0.split(separator: ": ") }
            let yes = Set(lines.filter { $0.last == "yes" }.map { String($0[0]) })
            #expect(lines.count == 13, "\(end.output ?? "")")
            for (name, path) in [
                ("home", "home/made"), ("downloads", "home/Downloads/made"), ("pictures", "disk/Bilder/made"),
            ] { #expect(Files.exists(daemon.folder(path)) == yes.contains(name), "\(name)") }
            result = (yes, end)
        }
        return try #require(result)
    }

    @Test(arguments: Launching.allCases)
    func withoutNarrowingEverythingIsThere(_ launching: Launching) throws {
        let found = try Self.tries(launching, [:]).yes
        #expect(
            found == [
                "home", "downloads", "pictures", "bundle", "tmp", "devices", "runtime", "network", "progress",
                "item", "unchanged", "text",
            ])
    }

    /// Tries that succeed in every sandbox.
    private static let always: Set<String> = [
        "tmp", "tmpdir", "devices", "runtime", "progress", "item", "text",
    ]

    @Test(
        arguments: Launching.allCases,
        [
            ([], []), (["downloads"], ["downloads"]), (["pictures"], ["pictures"]),
            (["downloads", "pictures"], ["downloads", "pictures"]),
            (["home"], ["home", "downloads"]),
        ] as [([String], Set<String>)])
    func itWritesWhereItSaysAndNowhereElse(
        _ launching: Launching, _ folders: ([String], expected: Set<String>)
    ) throws {
        let writes = JSON.array(folders.0.map { .string($0) })
        let (found, end) = try Self.tries(launching, ["writes": writes])
        #expect(found == Self.always.union(folders.expected).union(["network"]))
        #expect(end.status == "told")
    }

    /// Then it writes where the person may, wherever that is, and has its own /tmp all the same.
    @Test(arguments: Launching.allCases)
    func withoutTheNetworkThereIsNone(_ launching: Launching) throws {
        let found = try Self.tries(launching, ["network": false]).yes
        // The item lies in /tmp.
        #expect(found == Self.always.union(["home", "downloads"]))
    }

    private static let beside = """
        file=$(dirname "$1")/made
        test -r "$1" && touch "$TMPDIR/made" && touch "$file" && echo "$file"
        """

    /// The sandbox has a /tmp of its own: what is saved there would go with it.
    @Test(
        arguments: Launching.allCases, [["writes": []], ["network": false]] as [KeyValuePairs<String, JSON>])
    func besideAnItemInTmpNothingIsSavedThatWouldBeLost(
        _ launching: Launching, _ perform: KeyValuePairs<String, JSON>
    ) throws {
        let saving = Plugin.script("saving", Self.beside, ["%F"], perform)
        try Self.prepared(launching, [saving]) { daemon in
            let direct = "/tmp/activityd-beside-\(getpid())-\(launching)"
            defer { unlink(direct) }
            for item in [daemon.folder("items/item.txt"), daemon.folder("run/item.txt"), direct] {
                Files.write(item, "an item")
                let end = try daemon.ending(saving.identifier, Self.content([item]))
                #expect(
                    end.result == .failure && end.reason?.contains("Read-only file system") == true, "\(end)")
            }
        }
    }

    @Test(arguments: Launching.allCases)
    func besideAnItemItSavesWhereItSaysSo(_ launching: Launching) throws {
        let saving = Plugin.script(
            "saving", Self.beside + "\necho more >>\"$1\"", ["%F"], ["writes": ["item"]])
        try Self.prepared(launching, [saving]) { daemon in
            let far = daemon.folder("home/Pictures/far")
            for item in [daemon.folder("items/item.txt"), far + "/item.txt"] {
                Files.write(item, "an item\n")
                let folder = String(item.dropLast("/item.txt".count))
                for path in [folder, item] { Files.give(path, to: daemon.owner ?? geteuid()) }
                let end = try daemon.ending(saving.identifier, Self.content([item]))
                #expect(end.result == .success && end.output == folder + "/made\n", "\(end)")
                #expect(Files.exists(folder + "/made") && Files.text(item) == "an item\nmore\n")
            }
        }
    }

    /// Neither the home folder nor what is hidden in it is opened by an item that lies there.
    @Test(arguments: Launching.allCases)
    func anItemOpensNeitherTheHomeFolderNorAHiddenOne(_ launching: Launching) throws {
        let saving = Plugin.script("saving", Self.beside, ["%F"], ["writes": ["item"]])
        try Self.prepared(launching, [saving]) { daemon in
            for folder in ["home", "home/.config", "home/.local/share"] {
                let item = daemon.folder(folder + "/item.txt")
                Files.write(item, "an item")
                let end = try daemon.ending(saving.identifier, Self.content([item]))
                #expect(
                    end.result == .failure && !Files.exists(daemon.folder(folder + "/made")),
                    "\(folder): \(end)")
            }
        }
    }

    /// A missing folder is created, and files created in it are kept.
    @Test(arguments: Launching.allCases)
    func aMissingFolderIsMade(_ launching: Launching) throws {
        let saving = Plugin.script(
            "saving", "touch \"$1/Documents/made\"", ["{home}"], ["writes": ["documents"]]
        ).asking("home")
        try Self.prepared(launching, [saving]) { daemon in
            let home = daemon.folder("home")
            let end = try daemon.ending(saving.identifier, answers: ["home": home])
            #expect(end.result == .success)
            #expect(Files.exists(home + "/Documents/made"))
            #expect(Files.mode(home + "/Documents") == 0o700)
        }
    }

    /// Few are shown one by one, of many the folders that they lie in.
    @Test(arguments: Launching.allCases, [1, 63, 64, 300])
    func allItemsAreThereWhereverTheyLie(_ launching: Launching, _ count: Int) throws {
        let reading = Plugin.script("reading", "cat \"$@\" | wc -l", ["%F"], ["writes": []])
        try Self.prepared(launching, [reading]) { daemon in
            let items = (0..<count).map { number in
                let place = "items/\(number % 2)/ä b\(number)"
                Files.write(daemon.folder(place), "\(number)\n")
                return daemon.folder(place)
            }
            // One that is reached by a link.
            symlink("ä b0", daemon.folder("items/0/link"))
            let paths = items + [daemon.folder("items/0/link")]
            let content = JSON.array(
                paths.map { .object(.init([("type", "text/plain"), ("uri", .string("file://" + $0))])) })
            let end = try daemon.ending(reading.identifier, content)
            #expect(end.output == "\(count + 1)\n")
        }
    }

    /// The document portal's shape: each file in a folder of its own, all of them in the runtime folder.
    @Test(arguments: Launching.allCases)
    func howeverManyItemsNothingElseOfTheRuntimeFolderIsThere(_ launching: Launching) throws {
        let reading = Plugin.script(
            "reading", "cat \"$@\" | wc -l; cd \"$XDG_RUNTIME_DIR\" && ls", ["%F"], ["writes": []])
        try Self.prepared(launching, [reading]) { daemon in
            let paths = (0..<64).map { daemon.folder("run/doc/\($0)/item") } + [daemon.folder("run/one")]
            for path in paths { Files.write(path, "line\n") }
            Files.write(daemon.folder("run/secret"), "cookie")
            Files.give(daemon.folder("run"), to: daemon.owner ?? geteuid())
            let content = JSON.array(
                paths.map { .object(.init([("type", "text/plain"), ("uri", .string("file://" + $0))])) })
            let end = try daemon.ending(reading.identifier, content)
            #expect(end.output == "65\ndoc\none\n")
        }
    }

    /// Where it may write it may do whatever programs do, and write to what it was started with.
    @Test(arguments: Launching.allCases)
    func whatProgramsDoWithFilesOfTheirOwnWorks(_ launching: Launching) throws {
        let script = """
            set -e
            echo out >/dev/stdout; echo error >/dev/stderr; echo >/dev/null
            cd "$TMPDIR"; mkdir a b; echo moved >a/file; mv a/file b/; ln b/file a/; cat a/file
            mkfifo pipe; (echo piped >pipe &); cat pipe; : >/dev/shm/file; echo >/proc/self/coredump_filter 0x33
            echo moved >"$1/Downloads/one"; mkdir "$1/Downloads/in"; mv "$1/Downloads/one" "$1/Downloads/in/"
            """
        let working = Plugin.script(
            "working", script, ["{home}"], ["writes": ["downloads"]]
        ).asking("home")
        try Self.prepared(launching, [working]) { daemon in
            let end = try daemon.ending(working.identifier, answers: ["home": daemon.folder("home")])
            #expect(end.result == .success && end.output == "out\nmoved\npiped\n", "\(end)")
        }
    }

    // MARK: Items that lead elsewhere

    /// An item is shown by the path that it came by; what it leads to by no other.
    @Test(arguments: Launching.allCases)
    func whatALinkLeadsToIsShownByTheLinksPath(_ launching: Launching) throws {
        let reading = Plugin.script(
            "reading", "cat \"$@\"; ls \"$(dirname \"$1\")\"", ["%F"], ["writes": [], "network": false])
        try Self.prepared(launching, [reading]) { daemon in
            Files.write(daemon.folder("far/away"), "away\n")
            Files.write(daemon.folder("items/other"), "not chosen\n")
            symlink("../far/away", daemon.folder("items/link"))
            symlink(daemon.folder("far"), daemon.folder("items/folder"))
            // As people put it there.
            let direct = "/tmp/activityd-item-\(getpid())-\(launching)"
            Files.write(direct, "direct\n")
            defer { unlink(direct) }
            let paths = [daemon.folder("items/link"), daemon.folder("items/folder/away"), direct]
            let end = try daemon.ending(reading.identifier, Self.content(paths))
            #expect(end.output == "away\naway\ndirect\nfolder\nlink\n")
        }
    }

    @Test(arguments: Launching.allCases)
    func whatALinkInTheHomeFolderLeadsToIsThere(_ launching: Launching) throws {
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"], ["writes": [], "network": false])
        let other = Plugin.script(
            "other", "cat \"$1/../../stick/other\"", ["%F"], ["writes": [], "network": false])
        try Self.prepared(launching, [reading, other]) { daemon in
            Files.write(daemon.folder("stick/photos/away"), "away\n")
            Files.write(daemon.folder("stick/other"), "not chosen\n")
            Files.write(daemon.folder("home/Pictures/here"), "here\n")
            symlink("../stick/photos", daemon.folder("home/roll"))
            symlink(daemon.folder("stick"), daemon.folder("home/stick"))
            symlink("Pictures/here", daemon.folder("home/link"))
            let shared = Scratch(isInMemory: true)
            shared.write("photo", "in memory\n")
            symlink(shared.path, daemon.folder("home/memory"))
            let home = daemon.folder("home")
            let paths = ["/roll/away", "/stick/photos/away", "/link", "/Pictures/here", "/memory/photo"]
                .map { home + $0 }
            let end = try daemon.ending(reading.identifier, Self.content(paths + [shared("photo")]))
            #expect(end.output == "away\naway\nhere\nhere\nin memory\nin memory\n", "\(end)")
            let photo = Self.content([home + "/stick/photos/away"])
            #expect(try daemon.ending(other.identifier, photo).result == .failure)
        }
    }

    /// As the fixture's does, and as of a guest's session. What lies beside it is not there.
    @Test(arguments: Launching.allCases)
    func aHomeBeneathTmpIsThere(_ launching: Launching) throws {
        let script = """
            cat "$1" "$2"; test -e "$1/../../other" || echo hidden
            touch "$(dirname "$1")/../Downloads/made" "$TMPDIR/made" && echo written
            """
        let working = Plugin.script("working", script, ["%F"], ["writes": ["downloads"], "network": false])
        try Self.prepared(launching, [working]) { daemon in
            #expect(daemon.folder("home").hasPrefix("/tmp/"))
            Files.write(daemon.folder("other"), "not chosen\n")
            Files.write(daemon.folder("home/notes/here"), "here\n")
            symlink("notes/here", daemon.folder("home/link"))
            let paths = ["home/notes/here", "home/link"].map { daemon.folder($0) }
            let end = try daemon.ending(working.identifier, Self.content(paths))
            #expect(end.output == "here\nhere\nhidden\nwritten\n", "\(end)")
            #expect(Files.exists(daemon.folder("home/Downloads/made")))
        }
    }

    private static func content(_ paths: [String]) -> JSON {
        .array(paths.map { .object(.init([("type", "text/plain"), ("uri", .string("file://" + $0))])) })
    }

    /// Each of these items would reveal other programs' data. An activity without a sandbox receives them.
    @Test(arguments: Launching.allCases)
    func whatBelongsToOthersIsNoItem(_ launching: Launching) throws {
        let narrowed = Plugin.script("narrowed", ":", ["%F"], ["writes": [], "network": false])
        let free = Plugin.script("free", ":", ["%F"])
        try Self.prepared(launching, [narrowed, free]) { daemon in
            let run = daemon.folder("run")
            Files.write(run + "/activityd/performs/other/result.json", "{}")
            Files.give(run + "/activityd", to: daemon.owner ?? geteuid())
            Files.give(run + "/activityd/performs", to: daemon.owner ?? geteuid())
            for (link, target) in [
                ("to-run", run), ("to-root", "/"), ("to-proc", "/proc"),
                ("to-other", run + "/activityd/performs/other"),
            ] { symlink(target, daemon.folder(link)) }
            mkfifo(daemon.folder("control"), 0o666)
            for path in [
                run, run + "/", run + "/.", "/tmp/.." + run, run + "/activityd",
                run + "/activityd/io.activityd",
                run + "/activityd/performs/other/result.json", daemon.folder("cache/activityd/performs"),
                daemon.folder.path, daemon.folder("to-run"), daemon.folder("to-root"),
                daemon.folder("to-root/etc/.."),
                daemon.folder("to-proc"), daemon.folder("to-other"), daemon.folder("to-other/result.json"),
                daemon.folder("control"), "/tmp", "/tmp/..", "/tmp/../proc", "/tmp/x/../../proc", "/run",
                "/run/../proc", "/proc", "/sys", "/dev", "/dev/null", "/dev/shm",
            ] {
                let refused = try daemon.unperformed(narrowed.identifier, Self.content([path]))
                #expect(refused.name == "NotPerformable", "\(path)")
                let reason = refused.parameters["reason"]?.text ?? ""
                #expect(reason.contains("keeps itself to what it needs, and \(path) "), "\(path): \(reason)")
                #expect(try daemon.ending(free.identifier, Self.content([path])).result == .success)
            }
        }
    }

    /// The request is for one folder: home, or a folder around it, is more, however the person's folders are
    /// spelt.
    @Test(arguments: Launching.allCases)
    func aFolderThatIsAllOfHomeIsNotWritten(_ launching: Launching) throws {
        let writing = Plugin.script(
            "writing", "touch \"$1/made\"; touch \"$1/Downloads/made\"", ["{home}"], ["writes": ["downloads"]]
        ).asking("home")
        try Self.prepared(launching, [writing]) { daemon in
            let home = daemon.folder("home")
            let answers: KeyValuePairs<String, JSON> = ["answers": ["home": .string(home)]]
            func name(_ folder: String) {
                Files.write(daemon.folder("config/user-dirs.dirs"), "XDG_DOWNLOAD_DIR=\"\(folder)\"\n")
            }
            // xdg-user-dirs says so that there is no such folder.
            for folder in ["$HOME", "$HOME/", "$HOME/.", "$HOME//", "$HOME/../home", home + "/Downloads/.."] {
                name(folder)
                #expect(
                    try daemon.ending(writing.identifier, DaemonFixture.photo, answers).result == .success)
                #expect(!Files.exists(home + "/made") && Files.exists(home + "/Downloads/made"), "\(folder)")
                unlink(home + "/Downloads/made")
            }
            for (folder, link) in [("/", nil), ("$HOME/..", nil), ("/tmp", nil), ("$HOME/Downloads", home)] {
                name(folder)
                if let link {
                    rmdir(home + "/Downloads")
                    symlink(link, home + "/Downloads")
                }
                let refused = try daemon.unperformed(writing.identifier, DaemonFixture.photo, answers)
                #expect(refused.name == "NotPerformable")
                #expect(
                    refused.parameters["reason"]?.text?.contains("xdg-user-dirs-update(1)") == true,
                    "\(folder)")
            }
        }
    }

    // MARK: How it ends

    /// Bubblewrap turns a signal into an exit status, which a program may choose as well.
    @Test(arguments: Launching.allCases)
    func itEndsAsTheProgramEnds(_ launching: Launching) throws {
        let ending = Plugin.script("ending", "eval \"$1\"", ["{how}"], ["writes": []]).asking("how")
        try Self.prepared(launching, [ending]) { daemon in
            for (how, status, signal) in [
                ("exit 0", 0, nil), ("exit 137", 137, nil), ("exit 203", 203, nil), ("exit 226", 226, nil),
                ("kill -KILL $$", nil, "SIGKILL"), ("kill -SEGV $$", nil, "SIGSEGV"),
                ("kill -TERM $$", nil, "SIGTERM"),
            ] as [(String, Int?, String?)] {
                let end = try daemon.ending(ending.identifier, answers: ["how": how])
                #expect(end.exitStatus == status && end.signal == signal, "\(how): \(end)")
                #expect(end.result == (status == 0 ? .success : .failure), "\(how)")
            }
        }
    }

    /// An activity may clean up when it is asked to end; the processes that it started end with it.
    @Test(arguments: Launching.allCases)
    func whatIsCancelledMayEndInItsOwnWay(_ launching: Launching) throws {
        let script = """
            trap 'echo ending; exit 5' TERM
            setsid sleep 1000 &
            echo begun; read go <"$1" & wait
            """
        let waiting = Plugin.script("waiting", script, ["{gate}"], ["writes": [], "network": false])
            .asking("gate")
        try Self.prepared(launching, [waiting]) { daemon in
            let gate = daemon.folder("home/gate")
            mkfifo(gate, 0o600)
            chown(gate, daemon.owner ?? geteuid(), daemon.owner ?? getegid())
            let performing = try Performing(daemon, waiting.identifier, answers: ["gate": gate])
            let unit = try performing.started().unit
            // Opened for writing when the activity reads: then it has begun.
            let end = open(gate, O_WRONLY | O_CLOEXEC)
            defer { close(end) }
            try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            let last = try performing.ending()
            #expect(last.result == .cancelled && last.exitStatus == 5 && last.output == "begun\nending\n")
            // Nothing of it runs any more.
            let store = daemon.folder("cache/activityd/performs/")
            for name in daemon.performFolders { try daemon.waitTillGone(store + name + ".owner") }
        }
    }

    // MARK: Where there is no sandbox

    @Test(arguments: Launching.allCases)
    func withoutBubblewrapItIsNotPerformed(_ launching: Launching) throws {
        let narrowed = Plugin.script("narrowed", ":", [], ["writes": []])
        try Self.prepared(launching, [narrowed]) { daemon in
            try daemon.restart(path: daemon.folder("programs"))
            let refused = try daemon.unperformed(narrowed.identifier)
            #expect(refused.name == "NotPerformable")
            #expect(refused.parameters["reason"]?.text?.contains("Install bubblewrap") == true)
            #expect(daemon.performFolders.isEmpty)
        }
    }

    /// Simulates a kernel that forbids sandboxes; bubblewrap's message is the reason.
    @Test(arguments: Launching.allCases)
    func whereItCannotBeMadeItIsNotPerformed(_ launching: Launching) throws {
        let narrowed = Plugin.script("narrowed", ":", [], ["network": false])
        try Self.prepared(launching, [narrowed]) { daemon in
            Files.write(
                daemon.folder("programs/bwrap"),
                "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n", mode: 0o755)
            try daemon.restart(path: daemon.folder("programs") + ":/usr/bin:/bin")
            let refused = try daemon.unperformed(narrowed.identifier)
            #expect(refused.name == "NotPerformable")
            let reason = refused.parameters["reason"]?.text
            #expect(reason?.contains("No permissions to create new namespace") == true, "\(reason ?? "")")
            #expect(daemon.performFolders.isEmpty)
        }
    }

    // MARK: What is left

    /// An activity's private folders are removed with it, whatever it does to them.
    @Test(arguments: Launching.allCases)
    func itsFilesGoWithItHoweverItLeavesThem(_ launching: Launching) throws {
        let script = """
            mkdir -p "$TMPDIR/a/b/c" && touch "$TMPDIR/a/b/c/file" && ln -s / "$TMPDIR/a/link"
            chmod 0 "$TMPDIR/a/b/c" "$TMPDIR/a/b" && chmod 0 "$TMPDIR/a" && chmod 0 "$TMPDIR"
            """
        let leaving = Plugin.script("leaving", script, ["%F"], ["writes": []])
        try Self.prepared(launching, [leaving]) { daemon in
            let text: JSON = [["type": "text/plain", "text": "private"]]
            #expect(try daemon.ending(leaving.identifier, text).result == .success)
            let stores = daemon.folder("cache/activityd/performs")
            for name in daemon.performFolders { try daemon.waitTillGone("\(stores)/\(name).owner") }
            try daemon.waitTillRemoved(in: stores)
            #expect(Files.names(in: stores).isEmpty)
        }
    }

    /// The disk outlasts a session. Of another daemon's, with a session of its own, everything stays.
    @Test func whatAnEndedSessionLeftIsSweptAtTheNextStart() throws {
        try DaemonFixture.prepared { daemon in
            let stores = daemon.folder("cache/activityd/performs")
            daemon.folder.folder("other/performs/0000000000000002")
            let ids = ["/etc/machine-id", "/proc/sys/kernel/random/boot_id"].map {
                Files.text($0).filter(\.isHexDigit)
            }
            var buffer = [CChar](repeating: 0, count: 64)
            readlink("/proc/self/ns/pid", &buffer, 63)
            let processes = String(
                decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let place = (ids + [processes]).joined(separator: " ")
            for (token, owner) in [
                ("0000000000000001", "gone"), ("0000000000000002", "other/performs/0000000000000002"),
            ] {
                Files.write("\(stores)/\(token)/tmp/file", "left")
                symlink("\(place) \(daemon.folder(owner))", "\(stores)/\(token).owner")
            }
            Files.write("\(stores)/0000000000000003/tmp/file", "without an owner")
            try daemon.start()
            for name in ["1.owner", "1", "3"] {
                try daemon.waitTillGone(stores + "/000000000000000" + name)
            }
            #expect(
                Files.names(in: stores) == ["0000000000000002", "0000000000000002.owner"])
            #expect(Files.text(stores + "/0000000000000002/tmp/file") == "left")
        }
    }
}

extension DaemonFixture {
    /// Restarts the daemon with another PATH.
    fileprivate func restart(path: String) throws {
        environment["PATH"] = path
        stop()
        try start()
    }
}
