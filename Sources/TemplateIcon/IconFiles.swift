// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// The files that together are one bundle's icon: the one that the manifest names, and its @1x, @2x and @3x
/// siblings.
package struct IconFiles: Sendable {
    /// The name in the manifest.
    package let icon: String
    package let files: [String: [UInt8]]

    package init(icon: String, files: [String: [UInt8]]) {
        self.icon = icon
        self.files = files
    }

    /// One file of the icon with the scale that it is judged for.
    package struct Variant: Sendable {
        package let name: String
        package let scale: IconScale
        package let bytes: [UInt8]
    }

    /// The files that are there, the one named in the manifest first, the others by scale.
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

    /// The scale in the manifest's own name, as in `icon@2x.png`.
    private var namedScale: IconScale? { IconScale.allCases.first { stem.hasSuffix($0.suffix) } }

    /// A plain file is the @2x one, but beside a file of that name a small one can only be meant for @1x.
    private func plainScale(_ bytes: [UInt8]) -> IconScale {
        guard files[sibling(.two)] != nil, let header = PNGHeader(bytes) else { return .two }
        return IconScale.one.canvas.contains(header.width) ? .one : .two
    }

    /// `icon@3x.png` for `icon.png`, and for `icon@2x.png` too.
    private func sibling(_ scale: IconScale) -> String {
        let plain = namedScale.map { String(stem.dropLast($0.suffix.count)) } ?? stem
        return plain + scale.suffix + icon.dropFirst(stem.count)
    }

    /// The name up to its last dot.
    private var stem: String {
        guard let dot = icon.lastIndex(of: ".") else { return icon }
        return String(icon[..<dot])
    }
}

extension IconFiles: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        icon = try object.read("icon")
        let texts: [String: String] = try object.read("files")
        var files: [String: [UInt8]] = [:]
        for (name, text) in texts {
            guard let bytes = Base64.decode(text) else {
                throw JSON.Mismatch(expected: "base64 with padding").beneath(name).beneath("files")
            }
            files[name] = bytes
        }
        self.files = files
    }

    package var object: JSON.Object {
        .withoutNulls(["icon": icon, "files": files.mapValues(Base64.encode)])
    }
}
