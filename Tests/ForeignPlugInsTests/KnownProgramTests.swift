// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ForeignPlugIns

/// Programs that take what is shared, by the shipped rows and by their own desktop entries.
struct KnownProgramTests {
    private let scratch = Scratch()

    /// A person's computer with activityd and these desktop entries, by their names.
    private func translated(
        _ entries: [String: String], rows: String? = nil, language: String = "C.UTF-8"
    ) throws -> Translation {
        scratch.folder("system/activityd")
        for (path, name) in [
            ("share/known-programs.json", "known-programs.json"), ("Activities", "activities"),
        ] {
            symlink(Checkout.path + "/" + path, scratch("system/activityd/" + name))
        }
        for (name, lines) in entries {
            Files.write(
                scratch("data/applications/\(name).desktop"), "[Desktop Entry]\nType=Application\n" + lines)
        }
        if let rows { Files.write(scratch("data/activityd/known-programs.json"), rows) }
        return try Translation("known-programs", data: scratch("data"), scratch, language: language)
    }

    @Test func eachRowIsAnActivityWithoutFaults() throws {
        let file = try JSON.Object(
            json: JSON(parsing: Files.read(Checkout.path + "/share/known-programs.json")))
        let rows: [JSON.Object] = try file.read("programs")
        var entries: [String: String] = [:]
        for row in rows {
            let names: [String] = try row.read("entries")
            entries[names[0]] = "Name=\(names[0])\nExec=it %u\n"
        }
        let made = try translated(entries)
        #expect(made.manifests.count == rows.count && made.leftOut.isEmpty, "\(made.leftOut)")
        for (identifier, object) in made.manifests {
            let result = ManifestDecoder(isSystem: false, isGenerated: true, folder: identifier + ".activity")
                .decode(JSON.object(object).serialized)
            #expect(result.diagnostics.isEmpty, "\(identifier): \(result.diagnostics)")
            let titles = [result.manifest.title] + result.manifest.titles.map { $1 }
            #expect(titles.count == 10)
            for title in titles { #expect(!TitleFit.cells(title).truncated, "\(title)") }
        }
    }

    @Test func aRowSaysWhatAProgramTakes() throws {
        let made = try translated(
            [
                "org.telegram.desktop":
                    "Name=Telegram\nName[de]=Telegramm\nExec=telegram-desktop -- %u\nIcon=telegram\n",
                "io.github.nozwock.Packet": "Name=Packet\nExec=packet\n",
                "dev.geopjr.Tuba": "Name=Tuba\nExec=tuba %u\n",
                "org.x.Warpinator": "Name=Warpinator\nExec=warpinator\n",
                "org.example.Other": "Name=O\nExec=o\n",
            ], language: "de_DE.UTF-8")
        let texts = #"["text/plain","x-scheme-handler/http","x-scheme-handler/https"],"min":"#
        for (name, key, value) in [
            ("telegram", "title", #""Send in Chat""#), ("telegram", "product", #""Telegramm""#),
            ("telegram", "application", #""org.telegram.desktop""#), ("telegram", "category", #""share""#),
            (
                "telegram", "accepts",
                #"[{"types":["*/*"],"min":0,"local":true},{"types":\#(texts)0,"max":10,"maxBytes":8192}]"#
            ),
            ("packet", "accepts", #"[{"types":["*/*"],"min":1,"local":true}]"#),
            (
                "packet", "requires",
                #"{"programs":["python3","packet"],"services":["io.github.nozwock.Packet"]}"#
            ),
            ("tuba", "accepts", #"[{"types":\#(texts)1,"max":10,"maxBytes":8192}]"#),
            ("warpinator", "accepts", #"[{"types":["*/*","inode/directory"],"min":1,"local":true}]"#),
            ("warpinator", "requires", #"{"programs":["python3","warpinator-send"]}"#),
            (
                "tuba", "perform",
                #"{"exec":["\#(scratch("system/activityd/activities/python/bin/hand-over"))","#
                    + #""{\"name\":\"Tuba\",\"application\":\"dev.geopjr.Tuba\","#
                    + #"\"start\":[\"tuba\"],\"end\":[],"#
                    + #"\"text\":[\"tuba://share?text=\\u007btext}\"]}"],"#
                    + #""stdin":"request","handsOver":true,"network":true}"#
            ),
        ] {
            #expect(made.text("program." + name, key) == value, "\(name)")
        }
        #expect(made.manifests.count == 4 && made.leftOut.isEmpty)
        #expect(made.sources.contains(scratch("data/applications")))
        #expect(made.sources.contains(scratch("data/activityd/known-programs.json")))
    }

    @Test func anEntrySaysItself() throws {
        let share =
            "Exec=chirp %U\nIcon=chirp\nX-Activity-Share-Title=Chirp\nX-Activity-Share-Title[de]=Zirpen\n"
        let made = try translated([
            "org.example.Both":
                "Name=B\n\(share)X-Activity-Share=image/*;text/plain;\nX-Activity-Share-Text=--text={text}\n",
            "org.example.Files": "Name=F\nNoDisplay=true\n\(share)X-Activity-Share=image/*;\n",
            "org.example.Texts": "Name=T\n\(share)X-Activity-Share =\nX-Activity-Share-Text=-- {text}\n",
            "org.example.Off": "Name=Off\nHidden=true\n\(share)X-Activity-Share=image/*;\n",
            "org.example.None": "Name=None\n\(share)X-Activity-Share=nonsense;\n",
            "org.example.Copy":
                "Name=Copies\nExec=c\nX-Activity-Share-Title=Copy\nX-Activity-Share=image/*;\n",
            "org.telegram.desktop": "Name=Own\n\(share)X-Activity-Share=image/*;\n",
        ])
        func accepts(_ name: String) -> String? {
            let identifier = ForeignIdentifier.make("program", [name])
            #expect(made.text(identifier, "titles") == #"{"de":"Zirpen"}"#)
            return made.text(identifier, "accepts")
        }
        #expect(
            accepts("org.example.Both")?.hasPrefix(
                #"[{"types":["image/*","text/plain"],"min":0,"local":true},{"#) == true)
        #expect(accepts("org.example.Files") == #"[{"types":["image/*"],"min":1,"local":true}]"#)
        #expect(accepts("org.example.Texts")?.hasPrefix(#"[{"types":["text/plain","#) == true)
        #expect(accepts("org.telegram.desktop") == #"[{"types":["image/*"],"min":1,"local":true}]"#)
        #expect(made.manifests.count == 4)
        #expect(
            made.leftOut == [
                "Off": "It is switched off.", "None": "It is for no type of file that this computer knows.",
                "Copies": "A system activity has the name \"Copy\" already.",
            ])
    }

    /// The words around the arguments of an entry that takes pictures or a text, or why it is left out.
    private func words(_ lines: String) throws -> String? {
        let made = try translated([
            "org.example.It":
                "Name=It\nX-Activity-Share=image/*;\nX-Activity-Share-Title=Chirp\n\(lines)\n"
        ])
        guard case .object(let perform)? = made.manifests.first?.value.value("perform"),
            case .array(let exec)? = perform.value("exec"), case .string(let way)? = exec.last
        else { return made.leftOut["It"] }
        let object = try JSON.Object(json: JSON(parsing: Array(way.replacing("%%", with: "%").utf8)))
        let parts: [[String]?] = [
            try object.read("start"), try object.read("files"), try object.read("end"),
            try object.read("text"),
        ]
        return parts.map { ($0 ?? []).joined(separator: " ") }.joined(separator: "|")
    }

    @Test(arguments: [
        ("Exec=chirp --gui new", "chirp --gui new|%F||"),
        ("Exec=chirp %U --new-window", "chirp|%F|--new-window|"),
        ("Exec=chirp --open %U", "chirp --open|%F||"),
        ("Exec=python3 /opt/main.py", "python3 /opt/main.py|%F||"),
        ("Exec=flatpak run --file-forwarding org.x.A --gui @@u %U @@", "flatpak run org.x.A --gui|%F||"),
        ("Exec=chirp %i --t %c 100%% %F\nIcon=c", "chirp --icon c --t It 100%|%F||"),
        ("Exec=chirp -- %U\nX-Activity-Share-Text={text}", "chirp --|%F||{text}"),
        ("Exec=chirp\nX-Activity-Share-Files=--send '%F' \"a b\" 1%%", "chirp|--send %F a b 1%||"),
        ("Exec=chirp a\\sb \"c\\\\\\\\d\"", "chirp a b c\\d|%F||"),
    ])
    func anEntryIsStartedWithAllItsWords(_ lines: String, _ words: String) throws {
        #expect(try self.words(lines) == words)
    }

    @Test(arguments: [
        ("Exec=python3", "would run what is shared"), ("Exec=env A=b nice sh %F", "would run what is shared"),
        ("Exec=sh -c \"chirp %U\"", "within a word"),
        ("Exec=bash -c 'chirp \"$@\"' -- %U", "script of a shell"),
        ("Exec=chirp --open=%u", "within a word"), ("Exec=chirp %f %u", "more than one place"),
        ("Exec=", "no command"), ("Exec=\"chirp", "never closed"),
        ("Exec=chirp\nX-Activity-Share-Files=--send", "no word %F"),
        ("Exec=chirp\nX-Activity-Share-Files=--send=%F", "no word %F"),
        ("Exec=chirp\nX-Activity-Share-Files=%F --name=%c", "has --name=%c"),
        ("Exec=chirp\nX-Activity-Share-Files=", "no word %F"),
        ("Exec=chirp\nX-Activity-Share-Files=\"%F", "never closed"),
        ("Exec=chirp\nX-Activity-Share-Text=--compose", "no {text}"),
        ("Exec=chirp\nX-Activity-Share-Text=%u {text}", "%u, which"),
        ("Exec=chirp\nX-Activity-Share-Text=--compose {text}", "could be an option"),
        ("Exec=chirp -- %U\nX-Activity-Share-Files=--send %F", "makes no option of --send"),
        ("Exec=chirp %U --new\nX-Activity-Share-Text=-- {text}", "makes no option of what follows"),
        ("Exec=chirp\nTerminal=true", "terminal"), ("Exec=chirp\nType=Link", "application"),
    ])
    func anEntryWithoutAPlaceIsLeftOut(_ lines: String, _ reason: String) throws {
        let told = try words(lines)
        #expect(told?.contains(reason) == true, "\(told ?? "")")
    }

    @Test(arguments: ["\r\n", "\n  "])
    func linesAreReadAsGLibDoes(_ end: String) throws {
        let lines = [
            "Name=It", "Exec=chirp", "X-Activity-Share = image/*;", "X-Activity-Share-Title=Chirp", "",
        ]
        let made = try translated(["it": lines.joined(separator: end)])
        #expect(made.manifests.count == 1)
    }

    @Test func whatCannotBeReadIsTold() throws {
        let share = "Name=It\nExec=chirp\nX-Activity-Share=image/*;\nX-Activity-Share-Title=Chirp\n"
        let made = try translated([
            "nul": share + "X=\0\n", "large": share + String(repeating: "# x\n", count: 300_000),
            "line": share + "nonsense\n",
        ])
        #expect(made.leftOut.keys.sorted() == ["large", "line", "nul"])
    }

    @Test func aNameIsPrintableAndShort() throws {
        let lines = "\nExec=chirp\nX-Activity-Share=image/*;\nX-Activity-Share-Title=Chirp\n"
        let made = try translated([
            "turned":
                "Name=a\u{202E}b\\nc" + lines,
            "long": "Name=" + String(repeating: "N", count: 9000) + lines,
        ])
        #expect(made.text("program.turned", "product") == #""a\\u{202E}b\\nc""#)
        #expect(made.text("program.long", "product")?.utf8.count == 80 + 3 + 2)
    }

    @Test func aPersonsOwnRowsComeFirst() throws {
        let row = #"{"name":"mine","entries":["dev.geopjr.Tuba"],"title":"Toot","text":["{text}"]}"#
        let made = try translated(
            ["dev.geopjr.Tuba": "Name=Tuba\nExec=tuba %u\n"], rows: #"{"programs":[\#(row)]}"#)
        #expect(made.text("program.mine", "title") == #""Toot""#)
        #expect(made.manifests.count == 1)
    }

    @Test(arguments: [
        (#"{"programs":[{"name":"a","entries":[],"title":"A","tpyes":[]}]}"#, "no \"tpyes\""),
        (#"{"programs":[{"name":"a","entries":[],"title":"A","types":["*/*"]}]}"#, "\"files\""),
        (#"{"programs":[{"name":"a","entries":[],"title":"A","network":false}]}"#, "/programs/0/network"),
        (#"{"programs":[{"name":"a"}]}"#, "/programs/0/entries"), ("{", "line 1"),
        (#"{"programs":[{"name":"a","entries":[],"title":"A","longest":"b"}]}"#, "/programs/0/longest"),
    ])
    func aFaultyFileOfRowsIsToldAndTheOthersCount(_ rows: String, _ reason: String) throws {
        let made = try translated(["dev.geopjr.Tuba": "Name=Tuba\nExec=tuba %u\n"], rows: rows)
        #expect(made.manifests.keys.sorted() == ["program.tuba"])
        #expect(made.leftOut["known-programs.json"]?.contains(reason) == true, "\(made.leftOut)")
    }

    @Test(arguments: [("claws-mail", true), ("other", false)])
    func theDefaultMailProgramIsMailsAlready(_ name: String, _ isLeftOut: Bool) throws {
        Files.write(
            scratch("config/mimeapps.list"),
            "[Default Applications]\nx-scheme-handler/mailto=\(name).desktop;claws-mail.desktop;\n")
        let made = try translated(["claws-mail": "Name=Claws Mail\nExec=claws-mail %u\n"])
        #expect(made.manifests.isEmpty == isLeftOut)
        #expect(made.leftOut["Claws Mail"]?.contains("already") == (isLeftOut ? true : nil))
    }
}
