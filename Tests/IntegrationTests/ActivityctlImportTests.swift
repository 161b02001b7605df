// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TestSupport
import Testing

/// `activityctl import` of plug-ins in their authors' folders: anywhere, and not executable.
struct ActivityctlImportTests {
    private static let menu = """
        [Desktop Entry]
        Type=Service
        MimeType=image/png;
        Actions=gray;open;
        [Desktop Action gray]
        Name=Make Gray
        Exec=cp %f %f.gray
        [Desktop Action open]
        Name=Never Closed
        Exec=sh -c "cp

        """
    private let program = ActivityctlProgram()

    @Test func aPlugInBecomesABundleOfItsOwn() {
        program.write("menu.desktop", Self.menu)
        let ending = program("import", "menu.desktop")
        let bundle = "servicemenu.menu.gray.activity"
        #expect(ending.output == bundle + " is there.\n")
        #expect(
            ending.status == 1 && ending.errors.hasPrefix(program.folder + "/menu.desktop (Never Closed): "))
        #expect(ending.errors.split(separator: "\n").count == 1)
        #expect(!program.read(bundle + "/manifest.json").contains("\"origin\""))
        #expect(program("check", bundle).status == 0)
        program.write(bundle + "/manifest.json", "mine")
        #expect(program("import", "menu.desktop").errors.contains("File exists"))
        #expect(program.read(bundle + "/manifest.json") == "mine")
    }

    @Test(
        arguments: [
            ("Thunar/sendto/all.desktop", "sendto."), ("nemo/actions/paths.nemo_action", "nemo."),
            ("file-manager/actions/count.desktop", "filemanager."),
            ("contractor/pictures.contract", "contract."),
        ])
    func everyFormatIsKnownByItsContents(_ path: String, _ prefix: String) {
        program.write("a.b", Files.read(Checkout.path + "/Tests/ForeignForms/" + path))
        // The plug-ins run a program that is not installed.
        let ending = program("import", "a.b")
        #expect(ending.output.hasPrefix(prefix) && ending.status == 0, "\(ending)")
    }

    @Test(arguments: ["no\nsuch", "no\tsuch", "no\u{1B}[1msuch"])
    func aPathIsToldAsOneLine(_ path: String) {
        let ending = program("import", path)
        #expect(ending.status == 1)
        #expect(ending.errors == printable(path) + ": Its file is gone.\n")
        #expect(
            ending.errors.count { $0.isNewline } == 1
                && !ending.errors.contains { $0 == "\t" || $0 == "\u{1B}" })
    }

    @Test(arguments: ["[Desktop Entry]\nType=Service\n", "[Desktop Entry]\nType=Action\nName=A\n"])
    func aPlugInWithoutActionsIsRefused(_ text: String) {
        program.write("a", text)
        let ending = program("import", "a")
        #expect(ending.status == 1 && ending.output.isEmpty)
        #expect(ending.errors == program.folder + "/a (a): It has no action.\n")
    }

    @Test(arguments: ["", "no key file", "[Other]\na=b\n", "\0"])
    func whatIsNoPlugInIsRefused(_ text: String) {
        program.write("a", text)
        let ending = program("import", "a", "missing")
        #expect(ending.status == 1 && ending.output.isEmpty)
        let lines = ending.errors.split(separator: "\n")
        #expect(
            lines.count == 2 && lines[0].hasPrefix(program.folder + "/a: ")
                && lines[1] == "missing: Its file is gone.")
    }
}
