// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import ForeignPlugIns

/// Icons found by the Icon Theme Specification and converted into masks.
struct IconTests {
    private let scratch = Scratch()
    private static let drawing =
        "<svg width=\"16\" height=\"16\">"
        + "<path style=\"fill:#bebebe;stroke:none\" fill=\"#2e3436\"/><g color='red'/></svg>"

    private func library(_ setting: String? = nil) -> IconLibrary {
        if let setting {
            Files.write(
                scratch("config/gtk-3.0/settings.ini"), "[Settings]\ngtk-icon-theme-name=\(setting)\n")
        }
        let environment = [
            "HOME": scratch("home"), "XDG_DATA_HOME": scratch("data"), "XDG_DATA_DIRS": scratch("system"),
            "XDG_CONFIG_HOME": scratch("config"), "XDG_CONFIG_DIRS": scratch("etc"),
        ]
        return IconLibrary(Surroundings { environment[$0] })
    }

    private func theme(_ name: String, inherits: String, icons: [String]) {
        Files.write(
            scratch("system/icons/\(name)/index.theme"),
            "[Icon Theme]\nName=\(name)\nInherits=\(inherits)\nDirectories=s\n"
                + "[s]\nSize=16\nType=Scalable\nMaxSize=512\n"
        )
        for icon in icons {
            Files.write(
                scratch("system/icons/\(name)/s/\(icon).svg"),
                Self.drawing.replacing("16", with: "\(icons.count)"))
        }
    }

    @Test func allThatIsPaintedBecomesBlack() {
        let mask = SymbolicIcon.mask(Array(Self.drawing.utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            mask
                == "<svg viewBox=\"-2.0 -2.0 20.0 20.0\" width=\"16\" height=\"16\">"
                + "<path style=\"fill:#000;stroke:none\" fill=\"#000\"/><g color='#000'/></svg>"
        )
        #expect(
            SymbolicIcon.mask(Array("<svg viewBox='1,0 8 8'/>".utf8))
                == Array("<svg viewBox='0.0 -1.0 10.0 10.0'/>".utf8))
        let large = Array("<svg viewBox='0 0 22 22'/>".utf8)
        #expect(SymbolicIcon.mask(large) == large)
        for unfit in ["<svg width=\"16\" height=\"9\"/>", "<svg viewBox=\"0 0 9 9\"><image/></svg>", "PNG"] {
            #expect(SymbolicIcon.mask(Array(unfit.utf8)) == nil)
        }
    }

    @Test func themesFallBackAndNamesToo() {
        theme("Own", inherits: "Parent", icons: [])
        theme("Parent", inherits: "hicolor", icons: ["edit-copy-symbolic", "x-symbolic"])
        theme("hicolor", inherits: "", icons: ["edit-symbolic", "document-symbolic", "mail-symbolic"])
        let library = library("Own")
        #expect(library.mask("edit-copy") != nil)
        #expect(library.mask("edit-copy-as-path") == library.mask("edit-copy-symbolic"))
        #expect(library.mask("document-new") != nil)
        #expect(library.mask("nothing") == nil)
        #expect(library.mask("/etc/passwd") == nil)
    }

    @Test(arguments: [("KDE", "Breeze"), ("GNOME", "Own"), ("", "Own")])
    func theThemeIsThatOfTheDesktopWhereBothAreChosen(_ desktop: String, _ theme: String) {
        Files.write(scratch("config/gtk-3.0/settings.ini"), "[Settings]\ngtk-icon-theme-name=Own\n")
        Files.write(scratch("config/kdeglobals"), "[Icons]\nTheme=Breeze\n")
        let environment = [
            "HOME": scratch("home"), "XDG_CONFIG_HOME": scratch("config"), "XDG_CONFIG_DIRS": scratch("etc"),
            "XDG_CURRENT_DESKTOP": desktop,
        ]
        #expect(IconThemeSetting.themes(Surroundings { environment[$0] }).names.first == theme)
    }

    @Test func themesThatInheritEachOtherEnd() {
        theme("A", inherits: "B", icons: [])
        theme("B", inherits: "A,B", icons: ["here-symbolic"])
        #expect(library("A").mask("here") != nil)
        #expect(library("A").mask("nowhere-at-all") == nil)
        #expect(library("../../etc").mask("here") == nil)
    }

    @Test func linksInALoopAreNoIcons() throws {
        theme("hicolor", inherits: "", icons: [])
        let folder = scratch.folder("system/icons/hicolor/s")
        try #require(symlink("loop-symbolic.svg", folder + "/loop-symbolic.svg") == 0)
        #expect(library().mask("loop") == nil)
    }
}
