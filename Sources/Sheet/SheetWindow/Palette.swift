// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The colours of a sheet, `#rrggbb`. Text contrasts with its background by at least 4.5 (WCAG 2.2, 1.4.3).
struct Palette: Hashable, Sendable {
    var panel: String
    var tile: String
    var edge: String
    var divider: String
    var ink: String
    var secondary: String
    var accent: String
    var onAccent: String
    var error: String

    static let light = Palette(
        panel: "#f4f5f9", tile: "#ffffff", edge: "#e2e3e7", divider: "#dcdde0", ink: "#1f2430",
        secondary: "#5a6170", accent: "#0b57d0", onAccent: "#ffffff", error: "#b3261e")

    static let dark = Palette(
        panel: "#26282f", tile: "#393c45", edge: "#454851", divider: "#40424a", ink: "#f2f4f8",
        secondary: "#adb3c0", accent: "#8ab4ff", onAccent: "#10131a", error: "#ff9a91")

    /// Adwaita's neutral greys and blues.
    private static let gnome = Palette(
        panel: "#fafafa", tile: "#ffffff", edge: "#dedede", divider: "#dcdcdc", ink: "#2e2e2e",
        secondary: "#636363", accent: "#1a5fb4", onAccent: "#ffffff", error: "#b3261e")

    private static let darkGnome = Palette(
        panel: "#242424", tile: "#383838", edge: "#464646", divider: "#404040", ink: "#f6f5f4",
        secondary: "#b4b4b4", accent: "#99c1f1", onAccent: "#10131a", error: "#ff9a91")

    private static func contrasting(_ isDark: Bool) -> Palette {
        let (ground, ink) = isDark ? ("#000000", "#ffffff") : ("#ffffff", "#000000")
        return Palette(
            panel: ground, tile: ground, edge: ink, divider: ink, ink: ink, secondary: ink, accent: ink,
            onAccent: ground, error: isDark ? "#ffb4ab" : "#8c0009")
    }

    var css: String {
        [
            ("panel", panel), ("tile", tile), ("edge", edge), ("divider", divider), ("ink", ink),
            ("secondary", secondary), ("accent", accent), ("on_accent", onAccent), ("error", error),
        ].map { "@define-color sheet_\($0) \($1);\n" }.joined()
    }
}

extension Palette {
    init(_ appearance: DesktopAppearance) {
        let isGnome = appearance.family == .gnome
        let (light, dark) = isGnome ? (Self.gnome, Self.darkGnome) : (.light, .dark)
        self = appearance.isContrasting ? .contrasting(appearance.isDark) : appearance.isDark ? dark : light
        guard let accent = appearance.accent, !appearance.isContrasting else { return }
        self.accent = accent.legible(on: [panel, tile].compactMap(Shade.init(hex:))).hex
        onAccent = Shade(hex: self.accent)?.letters ?? onAccent
    }
}

/// A colour in sRGB, each channel from 0 to 1.
struct Shade: Hashable, Sendable {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    init?(hex: String) {
        guard hex.utf8.count == 7, let number = Int(hex.dropFirst(), radix: 16) else { return nil }
        self.init(
            Double(number >> 16 & 255) / 255, Double(number >> 8 & 255) / 255, Double(number & 255) / 255)
    }

    var hex: String {
        "#"
            + [red, green, blue].map { channel in
                let digits = String(Int((channel * 255).rounded()), radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }

    /// Text colour on this shade: black or white always has a contrast of 4.5.
    var letters: String { contrast(with: Shade(1, 1, 1)) >= 4.5 ? "#ffffff" : "#000000" }

    /// The nearest shade towards black or white with a contrast of 4.5 to each of these backgrounds; else
    /// black or white itself.
    func legible(on grounds: [Shade]) -> Shade {
        let goal: Double = (grounds.map(\.luminance).min() ?? 1) > 0.18 ? 0 : 1
        for step in 0...20 {
            let part = Double(step) / 20
            let mixed = Shade(
                red + (goal - red) * part, green + (goal - green) * part, blue + (goal - blue) * part)
            if grounds.allSatisfy({ mixed.contrast(with: $0) >= 4.5 }) { return mixed }
        }
        return Shade(goal, goal, goal)
    }

    /// Contrast ratio of WCAG 2.2.
    func contrast(with other: Shade) -> Double {
        let (brighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (brighter + 0.05) / (darker + 0.05)
    }

    private var luminance: Double {
        func linear(_ channel: Double) -> Double {
            channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
