// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SheetWindow

struct PaletteTests {
    private static let looks: [DesktopAppearance] = [DesktopFamily.gnome, .other].flatMap { family in
        [false, true].flatMap { isDark in
            [false, true].map { DesktopAppearance(isDark: isDark, isContrasting: $0, family: family) }
        }
    }

    /// GNOME's accents, and colours with little contrast to some background.
    private static let accents = [
        "#3584e4", "#2190a4", "#3a944a", "#c88800", "#ed5b00", "#e62d42", "#d56199", "#9141ac", "#6f8396",
        "#ffff00",
        "#000000", "#ffffff", "#808080",
    ]

    private func expectLegible(_ palette: Palette) throws {
        let text = [palette.ink, palette.secondary, palette.accent, palette.error]
        for letters in text {
            for ground in [palette.panel, palette.tile] {
                let contrast = try contrast(letters, ground)
                #expect(contrast >= 4.5, "\(letters) on \(ground)")
            }
        }
        let button = try contrast(palette.onAccent, palette.accent)
        #expect(button >= 4.5, "\(palette.onAccent) on \(palette.accent)")
    }

    private func contrast(_ one: String, _ other: String) throws -> Double {
        try #require(Shade(hex: one)).contrast(with: #require(Shade(hex: other)))
    }

    @Test(arguments: looks) func allTextCanBeRead(_ appearance: DesktopAppearance) throws {
        try expectLegible(Palette(appearance))
    }

    @Test(arguments: [false, true]) func gnomeIsNeutral(isDark: Bool) throws {
        let palette = Palette(DesktopAppearance(isDark: isDark, family: .gnome))
        for colour in [palette.panel, palette.tile, palette.edge, palette.divider] {
            let shade = try #require(Shade(hex: colour))
            #expect(shade.red == shade.green && shade.green == shade.blue, "\(colour)")
        }
    }

    @Test(arguments: [
        ("GNOME", DesktopFamily.gnome), ("ubuntu:GNOME", .gnome), ("KDE", .plasma), ("XFCE", .other),
        ("", .other),
        ("GNOME-Flashback:Unity", .other),
    ])
    func families(_ names: String, _ family: DesktopFamily) { #expect(DesktopFamily(names) == family) }

    @Test(arguments: looks, accents) func inEachAccent(_ appearance: DesktopAppearance, _ accent: String)
        throws
    {
        var appearance = appearance
        appearance.accent = Shade(hex: accent)
        try expectLegible(Palette(appearance))
    }
}

struct SheetStyleTests {
    /// GTK's own style, whose widgets fade and slide, is not loaded, so only our rules could move something.
    @Test(arguments: [false, true]) func nothingMoves(_ isContrasting: Bool) {
        let css = SheetStyle.css(DesktopAppearance(isContrasting: isContrasting))
        #expect(!css.contains("animation"))
        #expect(!css.replacing("transition: none", with: "").contains("transition"))
    }

    @Test func everyColourThatTheRulesNameIsDefined() {
        for appearance in [
            DesktopAppearance(), DesktopAppearance(isContrasting: true), DesktopAppearance(family: .gnome),
            DesktopAppearance(family: .plasma),
        ] {
            let css = SheetStyle.css(appearance)
            let lines = css.split(separator: "\n")
            let defined = Set(
                lines.compactMap { $0.split(separator: " ").dropFirst().first }.filter {
                    $0.hasPrefix("sheet_")
                })
            let named = css.split { !$0.isLetter && $0 != "_" && $0 != "@" }.filter {
                $0.hasPrefix("@sheet_")
            }
            #expect(!named.isEmpty)
            #expect(Set(named.map { $0.dropFirst() }).isSubset(of: defined))
        }
    }
}
