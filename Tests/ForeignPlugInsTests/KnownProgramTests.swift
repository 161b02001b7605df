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
                    + #""\#(scratch("data/applications/dev.geopjr.Tuba.desktop"))","#
                    + #""\#(scratch("system/activityd/known-programs.json"))","tuba"],"#
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
                "Name=B\n\(share)X-Activity-Share=image/*;text/plain;\nX-Activity-Share-Text=--text {text}\n",
            "org.example.Files": "Name=F\nNoDisplay=true\n\(share)X-Activity-Share=image/*;\n",
            "org.example.Texts": "Name=T\n\(share)X-Activity-Share =\nX-Activity-Share-Text={text}\n",
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
