// SPDX-License-Identifier: Apache-2.0

/// The possible file names of an icon.
struct IconNames {
    private let stem: Substring
    private let ending: Substring
    private let scale: Substring

    init(_ icon: String) {
        let dot = icon.lastIndex(of: ".") ?? icon.endIndex
        let name = icon[..<dot]
        ending = icon[dot...]
        scale = ["@1x", "@2x", "@3x"].first(where: name.hasSuffix).map { name.suffix($0.count) } ?? ""
        stem = name.dropLast(scale.count)
    }

    /// The high-resolution icon's other name: `icon@2x.png` for `icon.png`, and the reverse; nil for other
    /// names.
    var alternative: String? {
        guard ending == ".png" else { return nil }
        return scale.isEmpty ? stem + "@2x" + ending : scale == "@2x" ? String(stem + ending) : nil
    }

    /// The PNG names for the three densities, including the icon's own if it has a density suffix; empty for
    /// an SVG.
    var densities: [String] { ending == ".png" ? ["@1x", "@2x", "@3x"].map { stem + $0 + ending } : [] }
}
