// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import ForeignPlugIns

/// Files that could abort a run, hide each other, or suppress reports about others.
struct FaultTests {
    private let scratch = Scratch()

    private func menu(_ name: String, _ keys: String = "", actions: [String] = ["a"]) {
        var text = "[Desktop Entry]\nMimeType=all/all;\n\(keys)Actions=\(actions.joined(separator: ";"));\n"
        for action in actions { text += "[Desktop Action \(action)]\nName=Do \(action)\nExec=x %f\n" }
        Files.write(scratch("data/kio/servicemenus/\(name).desktop"), text, mode: 0o755)
    }

    @Test func numbersAreClamped() throws {
        menu("low", "X-KDE-RequiredNumberOfUrls=-9223372036854775808,1\n")
        menu("high", "X-KDE-MaxNumberOfUrls=9223372036854775807\n")
        Files.write(
            scratch("system/icons/hicolor/index.theme"),
            "[Icon Theme]\nDirectories=s\n[s]\nSize=9223372036854775807\nScale=9223372036854775807\n")
        let menus = try Translation("kde-service-menus", data: scratch("data"), scratch)
        #expect(menus.manifests.keys.sorted() == ["servicemenu.high.a", "servicemenu.low.a"])
        for (index, count) in [">9223372036854775807", "<-9223372036854775808", "=1"].enumerated() {
            Files.write(
                scratch("data/file-manager/actions/\(index).desktop"),
                "[Desktop Entry]\nType=Action\nName=A\(index)\nProfiles=a;\n"
                    + "[X-Action-Profile a]\nExec=x %f\nSelectionCount=\(count)\n")
        }
        let actions = try Translation("file-manager-actions", data: scratch("data"), scratch)
        #expect(actions.manifests["filemanager._32"] != nil)
        #expect(actions.leftOut == ["A1": "It is for no number of files."])
    }

    /// Each once took from two to more than twenty seconds; a run has ten.
    @Test func largeFilesTakeNoLongTime() throws {
        let types = (0..<900).map { "a/b\($0)" }.joined(separator: ";")
        menu("types", "MimeType=\(types);\n", actions: (0..<50).map { "a\($0)" })
        Files.write(
            scratch("data/kio/servicemenus/words.desktop"),
            "[Desktop Entry]\nMimeType=all/all;\nActions=a;b;\n[Desktop Action a]\nName=A\nExec=x "
                + String(repeating: "\"%f\" ", count: 1_000) + ";\n[Desktop Action b]\nName=B\nIcon="
                + String(repeating: "a-", count: 8_000) + "\nExec=x %f\n", mode: 0o755)
        var actions = "[Desktop Entry]\nType=Action\nName=Many\n"
        for locale in 0..<2_000 { actions += "Name[\(locale)]=x\n" }
        actions += "Profiles="
        for index in 0..<300 { actions += "p\(index);" }
        for index in 0..<300 {
            let types = (0..<20).map { "t\(index)/x\($0);" }.joined()
            actions += "\n[X-Action-Profile p\(index)]\nExec=x %f\nMimeTypes=\(types)"
        }
        Files.write(scratch("data/file-manager/actions/many.desktop"), actions + "\n")
        let time = try ProcessorTime.of {
            let menus = try Translation("kde-service-menus", data: scratch("data"), scratch)
            #expect(menus.manifests.count == 52)
            let many = try Translation("file-manager-actions", data: scratch("data"), scratch)
            #expect(many.leftOut == ["Many": Omission.tooManyTypes.reason])
        }
        #expect(time < .seconds(30), "\(time)")
    }

    @Test func aLineThatNoFileHasIsLeftOut() throws {
        menu("long", "X=" + String(repeating: "a", count: 16 << 10) + "\n")
        let translation = try Translation("kde-service-menus", data: scratch("data"), scratch)
        #expect(translation.leftOut == ["long": "Line 3 of its file is longer than 16 KiB."])
    }

    @Test(.enabled(if: SmallDisk.isAvailable)) func aFolderThatCannotBeWrittenIsAFailure() throws {
        menu("many", actions: (0..<99).map { "a\($0)" })
        let disk = try #require(SmallDisk(at: scratch.folder("out-kde-service-menus")))
        defer { disk.unmount() }
        let translation = try Translation("kde-service-menus", data: scratch("data"), scratch)
        #expect(
            translation.failure?.hasSuffix(".activity could not be written: No space left on device.") == true
        )
    }

    /// Strangers' files appear to have the same owner as root's within a user namespace.
    @Test(.enabled(if: getuid() == 0)) func aFileOfAStrangerIsNoFileOfRoot() throws {
        for folder in ["data", "system"] {
            let path = scratch(folder + "/kio/servicemenus/\(folder).desktop")
            menu(folder)
            if folder == "system" {
                Files.makeFolder(scratch("system/kio/servicemenus"))
                rename(scratch("data/kio/servicemenus/system.desktop"), path)
            }
            chmod(path, 0o644)
            try #require(chown(path, 65_534, 65_534) == 0)
        }
        let translation = try Translation("kde-service-menus", data: scratch("data"), scratch)
        #expect(Array(translation.manifests.keys) == ["servicemenu.system.a"])
        #expect(translation.leftOut["Do a"]?.hasPrefix("Its file is not executable") == true)
    }

    @Test func whatHasNoActionIsTold() throws {
        Files.write(scratch("data/kio/servicemenus/none.desktop"), "[Desktop Entry]\nType=Service\n")
        Files.write(scratch("data/kservices5/other.desktop"), "[Desktop Entry]\nType=Service\n")
        Files.write(scratch("data/file-manager/actions/none.desktop"), "[Desktop Entry]\nType=Action\n")
        for name in ["kde-service-menus", "file-manager-actions"] {
            let translation = try Translation(name, data: scratch("data"), scratch)
            #expect(translation.leftOut == ["none": "It has no action."])
        }
    }

    /// é as one scalar and as two.
    @Test func namesOfOtherScalarsAreOthers() throws {
        menu("caf\u{E9}", actions: ["\u{E9}", "e\u{301}"])
        menu("cafe\u{301}")
        let translation = try Translation("kde-service-menus", data: scratch("data"), scratch)
        #expect(
            translation.manifests.keys.sorted() == [
                "servicemenu.caf_C3_A9._C3_A9", "servicemenu.caf_C3_A9.e_CC_81", "servicemenu.cafe_CC_81.a",
            ])
        #expect(translation.leftOut.isEmpty)
    }

    @Test func whatCannotBeToldWholeIsToldInShort() throws {
        let long = String(repeating: "é", count: 5_000)
        Files.write(
            scratch("data/nemo/actions/long.nemo_action"), "[Nemo Action]\nName=\(long)\nExec=x\n")
        let nemo = try Translation("nemo-actions", data: scratch("data"), scratch)
        #expect(nemo.leftOut.keys.map(\.utf8.count) == [515])
        for file in 0..<4 {
            menu("m\(file)", "Terminal=true\n", actions: (0..<1_000).map { "\(file)-\($0)" })
        }
        let menus = try Translation("kde-service-menus", data: scratch("data"), scratch)
        let untold = 4_000 - (menus.leftOut.count - 1)
        #expect(menus.leftOut[""] == "\(untold) more are left out from here on.")
        #expect(untold > 0 && Files.read(scratch("out-kde-service-menus/left-out")).count <= 256 << 10)
    }
}
