// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import ForeignPlugIns

/// The results for the plug-ins in Tests/ForeignForms, and for other files.
struct FormatTests {
    private let scratch = Scratch()

    @Test(
        arguments: [
            (
                "kde-service-menus", 21,
                [
                    "missing": "Its file names the action \"missing\", and does not have it.",
                    "Never Closed": Omission.openQuote.reason,
                    "All Folders": "It wants the files' names and their folders at once.",
                    "Share This": "It opens this very sheet.",
                    "Empty It": "It is for trash alone, and not for files.",
                    "A Case": "KDE cannot read its command: a bracket in it is closed that was not opened.",
                    "A Sign at the End": "KDE cannot read its command: it ends in a percent sign.",
                    "A Drive": "It is for drives, and not for files.",
                    "A Command in Konsole": Omission.namesAsScript.reason,
                    "A Command of Another User": Omission.namesAsScript.reason,
                    "A Command in a Terminal": Omission.namesAsScript.reason,
                ]
            ),
            (
                "nemo-actions", 7,
                [
                    "On the Desktop": "It is for the desktop's own menu.", "Send Them": "It is switched off.",
                    "In a Terminal": Omission.namesAsScript.reason,
                    "Between Backticks":
                        "Nemo would put its files between backticks, and no program finds them so.",
                ]
            ),
            ("thunar-sendto", 4, ["Hidden One": "It is switched off."]),
            (
                "file-manager-actions", 3,
                [
                    "None at All": "It only says which files it is not for, so it is for none.",
                    "Of an Inner Folder": Omission.anotherProfile.reason,
                ]
            ),
            ("contracts", 2, [:]),
        ] as [(String, Int, [String: String])])
    func formsAreTranslatedOrLeftOutWithAReason(_ name: String, _ count: Int, _ leftOut: [String: String])
        throws
    {
        let translation = try Translation(name, data: Translation.forms, scratch)
        #expect(translation.manifests.count == count)
        #expect(translation.leftOut == leftOut)
        for (identifier, object) in translation.manifests {
            let result = ManifestDecoder(isSystem: false, isGenerated: true, folder: identifier + ".activity")
                .decode(JSON.object(object).serialized)
            #expect(result.diagnostics.isEmpty, "\(identifier): \(result.diagnostics)")
        }
    }

    @Test func titlesLoseWhatBelongsToMenus() throws {
        let translation = try Translation("nemo-actions", data: Translation.forms, scratch)
        let manifest = try #require(translation.manifests["nemo.paths"])
        #expect(manifest.value("title") == "Send Them")
        #expect(translation.text("nemo.paths", "titles") == #"{"de":"Verschicken"}"#)
        #expect(try perform(manifest).value("asks") == .bool(true))
        #expect(ForeignTitle("印刷(_P)...", .underscore).text == "印刷")
        #expect(ForeignTitle("A__b _c", .underscore).text == "A_b c")
        #expect(ForeignTitle("R&D", .none).text == "R&D")
    }

    private func perform(_ manifest: JSON.Object) throws -> JSON.Object {
        guard case .object(let perform)? = manifest.value("perform") else { return JSON.Object() }
        return perform
    }

    @Test func countsAndTypesBecomeClauses() throws {
        let menus = try Translation("kde-service-menus", data: Translation.forms, scratch)
        #expect(
            menus.text("servicemenu.counted.compare", "accepts")
                == #"[{"types":["image/png","*/*"],"#
                + #""except":["inode/directory","image/svg+xml"],"min":2,"max":3}]"#
        )
        let contracts = try Translation("contracts", data: Translation.forms, scratch)
        #expect(
            contracts.text("contract.pictures", "accepts")
                == #"[{"types":["image/*"],"min":1,"maxBytes":1000}]"#)
        #expect(
            contracts.text("contract.others", "accepts")
                == #"[{"types":["*/*","inode/*"],"except":["image/*","inode/*"],"min":1}]"#)
        let actions = try Translation("file-manager-actions", data: Translation.forms, scratch)
        #expect(
            actions.text("filemanager.count.few", "accepts")
                == #"[{"types":["image/*"],"except":["image/gif"],"min":1,"max":3}]"#)
        let nemo = try Translation("nemo-actions", data: Translation.forms, scratch)
        #expect(
            nemo.text("nemo.beside", "accepts")
                == #"[{"types":["application/pdf","image/png"],"min":1,"max":1}]"#)
    }

    /// Conditions of the action and of its profile must both hold; only a list's own entries are
    /// alternatives.
    @Test(
        arguments: [
            ("MimeTypes=inode/directory;", "MimeTypes=inode/directory;", #"["inode/directory"]"#),
            ("MimeTypes=image/*;inode/directory;", "MimeTypes=inode/directory;", #"["inode/directory"]"#),
            (
                "MimeTypes=image/png;image/gif;", "MimeTypes=image/*;text/plain;",
                #"["image/png","image/gif"]"#
            ),
            ("MimeTypes=all/allfiles;", "MimeTypes=image/*;inode/directory;", #"["image/*"]"#),
            ("MimeTypes=all/all;", "MimeTypes=text/plain;", #"["text/plain"]"#),
            ("MimeTypes=image/*;", "Basenames=*.png;", #"["image/png"]"#),
            ("", "MimeTypes=image/gif;\nBasenames=*.png;", nil), ("", "MimeTypes=*.m3u8;", nil),
        ] as [(String, String, String?)])
    func anActionAndItsProfileAreForFilesOfBoth(_ action: String, _ profile: String, _ types: String?) throws
    {
        Files.write(
            scratch("data/file-manager/actions/both.desktop"),
            "[Desktop Entry]\nType=Action\nName=Both\nProfiles=a;\n\(action)\n"
                + "[X-Action-Profile a]\nExec=x %f\n\(profile)\n")
        let translation = try Translation("file-manager-actions", data: scratch("data"), scratch)
        #expect(
            translation.text("filemanager.both", "accepts") == types.map { #"[{"types":\#($0),"min":1}]"# })
        let reason = "It is for no type of file that this computer knows."
        #expect(translation.leftOut == (types == nil ? ["Both": reason] : [:]))
    }

    @Test func whatNemoJoinsInVainIsNotForTwoFiles() throws {
        for (name, selection) in [("one", "notnone"), ("two", "m")] {
            Files.write(
                scratch("data/nemo/actions/\(name).nemo_action"),
                "[Nemo Action]\nName=\(name)\nExec=bash -c \"x %F\"\nSelection=\(selection)\n"
                    + "Extensions=nodirs;\nSeparator=,\n")
        }
        let translation = try Translation("nemo-actions", data: scratch("data"), scratch)
        #expect(translation.text("nemo.one", "accepts") == #"[{"types":["*/*"],"min":1,"max":1}]"#)
        #expect(
            translation.leftOut == ["two": "It joins the files' names with \",\", so no program finds them."])
    }

    /// The requirements of a service menu with this command; nil if it is skipped.
    private func requires(_ command: String) throws -> String? {
        let menu =
            "[Desktop Entry]\nMimeType=image/png;\nActions=a;\n[Desktop Action a]\nName=Do It\n"
            + "Exec=\(command)\n"
        Files.write(scratch("data/kio/servicemenus/a.desktop"), menu, mode: 0o755)
        let translation = try Translation("kde-service-menus", data: scratch("data"), scratch)
        return translation.manifests.isEmpty ? nil : translation.text("servicemenu.a.a", "requires") ?? ""
    }

    @Test(arguments: [
        ("convert %f out.png", ["convert"]),
        ("kdialog --yesno \"$(md5sum %F)\" && two %F", ["kdialog", "md5sum", "two"]),
        ("sh -c \"one '%f' | head; three\"", ["one", "sh", "head", "three"]),
        ("env A=b one %f", ["env", "one"]),
        ("nice one %f", ["nice", "one"]), ("one %f > /dev/null; echo done", ["one"]),
        ("one %f || two %f", []),
        ("test -x %f && one %f", []), ("which one && one %f", []),
        ("cd %d; /opt/one/bin/one %f", ["/opt/one/bin/one"]),
        ("for f in %F; do one \"$f\"; done", ["one"]),
    ])
    func aCommandRequiresEachProgramThatItStarts(_ command: String, _ programs: [String]) throws {
        let found = try #require(try requires(command), "\(command)")
        let words = found.split(separator: "\"").map(String.init).filter {
            !"{}[]:,".contains($0.first ?? " ")
        }
        #expect(words.filter { $0 != "programs" }.sorted() == programs.sorted(), "\(found)")
    }

    /// mat2's own menu in Debian 12, and others that start it.
    @Test(arguments: [
        #"kdialog --yesno  "$( mat2 -s %F )" --title "Clean Metadata?" && mat2 %U"#, "mat2 %F",
        "sh -c \"mat2 '%f'\"",
    ])
    func aMenuThatDoesWhatAChangeOfCopiesDoesIsLeftOut(_ command: String) throws {
        #expect(try requires(command) == nil)
    }

    @Test func aContractThatThunarHasTooIsLeftOut() throws {
        for (path, group) in [
            ("Thunar/sendto/phone.desktop", "[Desktop Entry]\nType=Application"),
            ("contractor/phone.contract", "[Contractor Entry]\nMimeType=!inode;"),
            ("contractor/other.contract", "[Contractor Entry]\nMimeType=!inode;\nNoDisplay=false"),
        ] {
            let command = path.contains("other") ? "record other %F" : "record %F"
            Files.write(scratch("data/" + path), "\(group)\nName=To the Phone\nExec=\(command)\n")
        }
        let translation = try Translation("contracts", data: scratch("data"), scratch)
        #expect(Array(translation.manifests.keys) == ["contract.other"])
        #expect(translation.leftOut == ["To the Phone": "Thunar's \"Send To\" has the same."])
        #expect(translation.sources.contains(scratch("data/Thunar/sendto/phone.desktop")))
    }

    /// Otherwise neither would be offered.
    @Test(arguments: [
        ("MimeType=image/png;\n", "To the Phone"), ("OnlyShowIn=XFCE;\n", "To the Phone"),
        ("TryExec=/nowhere\n", "To the Phone"), ("", "Copy"),
    ])
    func aContractStaysWhereThunarsEntryIsNotOffered(_ key: String, _ name: String) throws {
        Files.write(
            scratch("system/activityd/activities/org.example.copy.activity/manifest.json"),
            #"{"manifestVersion": 1, "identifier": "org.example.copy", "title": "Copy"}"#)
        Files.write(
            scratch("data/Thunar/sendto/phone.desktop"),
            "[Desktop Entry]\nType=Application\nName=\(name)\nExec=record %F\n" + key)
        let path = scratch("data/contractor/phone.contract")
        Files.write(path, "[Contractor Entry]\nMimeType=image;\nName=To the Phone\nExec=record %F\n")
        let translation = try Translation("contracts", data: scratch("data"), scratch)
        #expect(Array(translation.manifests.keys) == ["contract.phone"])
        #expect(translation.leftOut.isEmpty)
    }

    @Test func aContractThatIsImportedIsHeldToNoOther() throws {
        let path = scratch("data/contractor/phone.contract")
        Files.write(path, "[Contractor Entry]\nMimeType=image;\nName=To the Phone\nExec=record %F\n")
        Files.write(
            scratch("data/Thunar/sendto/phone.desktop"),
            "[Desktop Entry]\nType=Application\nName=To the Phone\nExec=record %F\n")
        let environment = ["XDG_DATA_HOME": scratch("data"), "XDG_DATA_DIRS": "/nowhere"]
        var generator = Generator(
            "contracts", Surroundings { environment[$0] }, folder: scratch.folder("import"))
        let result = generator?.translate(alone: path)
        #expect(result?.made == ["contract.phone"] && result?.leftOut.isEmpty == true)
    }

    /// Each bad file is beside a good one, which is translated nevertheless.
    @Test func badFilesHarmNothingElse() throws {
        let folder = scratch.folder("data/nemo/actions")
        let good = Files.read(Translation.forms + "/nemo/actions/paths.nemo_action")
        Files.write(folder + "/good.nemo_action", good)
        Files.write(folder + "/huge.nemo_action", "[Nemo Action]\n")
        truncate(folder + "/huge.nemo_action", 100 << 20)
        Files.write(folder + "/binary.nemo_action", [0x7F, 0x45, 0, 1, 2])
        Files.write(folder + "/line.nemo_action", "[Nemo Action]\nno value\n")
        let text = String(decoding: good, as: UTF8.self)
        Files.write(
            folder + "/latin.nemo_action",
            text.replacing("Sen_d", with: "S\u{1}").utf8.map { $0 == 1 ? 0xFC : $0 })
        Files.write(
            folder + "/relative.nemo_action",
            text.replacing("record", with: "@HOME@/x").replacing("Sen_d", with: "R"))
        Files.write(folder + "/none.nemo_action", text.replacing("any;", with: "no-such-ending;"))
        mkdir(folder + "/folder.nemo_action", 0o755)
        symlink("/nowhere", folder + "/link.nemo_action")
        let translation = try Translation("nemo-actions", data: scratch("data"), scratch)
        #expect(Array(translation.manifests.keys) == ["nemo.good"])
        #expect(
            translation.leftOut == [
                "huge": "Its file is larger than 1 MiB.", "binary": "Its file is not text.",
                "line": "Line 2 of its file is not a key with a value.", "folder": "It is not a file.",
                "R Them": "Its program, @HOME@/x, is named by a path that leads from no certain place.",
                "link": "Its file is gone.",
                "Send Them": "It is for no type of file that this computer knows.",
                "latin":
                    "It lacks one of Name, Exec, Selection, Extensions and Mimetypes, so Nemo ignores it.",
            ])
    }

    @Test func aFileOfTwoThousandActionsIsLeftOut() throws {
        var text = "[Desktop Entry]\nMimeType=all/all;\nActions="
        for index in 0..<2_000 { text += "a\(index);" }
        for index in 0..<2_000 { text += "\n[Desktop Action a\(index)]\nName=A \(index)\nExec=x %f\n" }
        Files.write(scratch("data/kio/servicemenus/many.desktop"), text, mode: 0o755)
        let translation = try Translation("kde-service-menus", data: scratch("data"), scratch)
        #expect(translation.manifests.isEmpty)
        #expect(translation.leftOut == ["many": "It has 2000 actions, which no menu could show."])
    }

    @Test func windowsLineEndsAndKeysThatComeTwiceAreReadAsByTheirPrograms() throws {
        let text =
            "[Desktop Entry]\r\nMimeType=image/png;\r\nMimeType=image/gif;\r\nActions=a;\r\nnonsense\r\n"
            + "[Desktop Action a]\r\nName=W\u{1}hlen\r\nName=Good\r\nExec=x %f\r\n"
        Files.write(scratch("data/kio/servicemenus/crlf.desktop"), text, mode: 0o755)
        let translation = try Translation("kde-service-menus", data: scratch("data"), scratch)
        let manifest = try #require(translation.manifests["servicemenu.crlf.a"])
        #expect(manifest.value("title") == "Good")
        #expect(translation.text("servicemenu.crlf.a", "accepts") == #"[{"types":["image/gif"],"min":1}]"#)
        #expect(try perform(manifest).value("exec") == ["x", "%f"])
    }

    @Test func commandsAndNamesFollowTheLanguage() throws {
        Files.write(
            scratch("data/kio/servicemenus/de.desktop"),
            "[Desktop Entry]\nMimeType=all/all;\nActions=a;\n"
                + "[Desktop Action a]\nName=A\nName[de]=B\nExec=x\nExec[de]=y\n",
            mode: 0o755)
        let translation = try Translation(
            "kde-service-menus", data: scratch("data"), scratch, language: "de_AT.UTF-8")
        let manifest = try #require(translation.manifests["servicemenu.de.a"])
        #expect(manifest.value("title") == "A")
        #expect(try perform(manifest).value("exec") == ["y", "%f"])
    }

    @Test func kdesMenusStartBesideTheFile() throws {
        let menus = try Translation("kde-service-menus", data: Translation.forms, scratch)
        #expect(!menus.manifests.isEmpty)
        for (_, manifest) in menus.manifests {
            #expect(try perform(manifest).value("workingDirectory") == "item")
        }
        let actions = try Translation("nemo-actions", data: Translation.forms, scratch)
        for (_, manifest) in actions.manifests {
            #expect(try perform(manifest).value("workingDirectory") == nil)
        }
    }

    @Test func identifiersSayEveryName() {
        #expect(ForeignIdentifier.make("nemo", ["a b@c_d"]) == "nemo.a_20b_40c_5Fd")
        #expect(ForeignIdentifier.make("nemo", ["7-zip", "-x"]) == "nemo._37-zip._2Dx")
        let long = ForeignIdentifier.make("nemo", [String(repeating: "ü", count: 100)])
        #expect(Identifier.isValid(long) && long.utf8.count <= 128)
        #expect(long != ForeignIdentifier.make("nemo", [String(repeating: "ü", count: 101)]))
    }

    @Test func nothingToReadIsNoFault() throws {
        for name in ForeignFormats.names {
            let translation = try Translation(name, data: scratch("none"), scratch)
            #expect(translation.manifests.isEmpty)
            #expect(!translation.sources.isEmpty, "\(name) would never see its first plug-in")
        }
    }
}
