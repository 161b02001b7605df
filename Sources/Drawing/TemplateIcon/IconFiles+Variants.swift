// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

extension IconFiles {
    /// One file of the icon with the scale for which it is judged.
    package struct Variant: Sendable {
        package let name: String
        package let scale: IconScale
        package let bytes: [UInt8]
    }

    /// The existing files, the one named in the manifest first, the others by scale.
    package var variants: [Variant] {
        var variants: [Variant] = []
        if let bytes = files[icon] {
            variants.append(Variant(name: icon, scale: namedScale ?? plainScale(bytes), bytes: bytes))
        }
        for scale in IconScale.allCases {
            let name = sibling(scale)
            guard name != icon, let bytes = files[name] else { continue }
            variants.append(Variant(name: name, scale: scale, bytes: bytes))
        }
        return variants
    }

    /// The scale in the file name of the manifest, as in `icon@2x.png`; nil for a plain name.
    private var namedScale: IconScale? { IconScale.allCases.first { stem.hasSuffix($0.suffix) } }

    /// The scale of a plain file: @2x, except that a small file beside an @2x one must be meant for @1x.
    private func plainScale(_ bytes: [UInt8]) -> IconScale {
        guard files[sibling(.two)] != nil, let header = PNGHeader(bytes) else { return .two }
        return IconScale.one.canvas.contains(header.width) ? .one : .two
    }

    /// `icon@3x.png` for `icon.png`, and for `icon@2x.png` too.
    private func sibling(_ scale: IconScale) -> String {
        let plain = namedScale.map { String(stem.dropLast($0.suffix.count)) } ?? stem
        return plain + scale.suffix + icon.dropFirst(stem.count)
    }

    private var stem: String {
        guard let dot = icon.lastIndex(of: ".") else { return icon }
        return String(icon[..<dot])
    }
}
