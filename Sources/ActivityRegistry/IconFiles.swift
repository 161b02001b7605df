// SPDX-License-Identifier: Apache-2.0

internal import StrictJSON

/// The files that together are one bundle's icon: the one that the manifest names, and its @1x, @2x and @3x
/// siblings.
package struct IconFiles: Hashable, Sendable {
    /// 256 KiB: fifty times what a template image needs.
    package static let maximumBytes = 262_144
    /// Goes up whenever the helper may judge the same icon otherwise, so that no older verdict is used.
    package static let judgeVersion = 1

    /// The file that the manifest means.
    package let icon: String
    package let files: [String: [UInt8]]

    package init(icon: String, files: [String: [UInt8]]) {
        self.icon = icon
        self.files = files
    }

    /// What a verdict on these files is filed under: it covers every name and byte that the judge sees, and
    /// the judge.
    package var verdictKey: String {
        var digest = SHA256()
        digest.update(counted: Array("\(Self.judgeVersion)".utf8))
        digest.update(counted: Array(icon.utf8))
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            digest.update(counted: Array(name.utf8))
            digest.update(counted: bytes)
        }
        return digest.finish()
    }

    /// SHA-256 of the icon file itself; empty where it is not there.
    package var iconDigest: String { files[icon].map(Digest.sha256) ?? "" }

    /// As the drawing helper reads them.
    var object: JSON.Object {
        .withoutNulls(["icon": icon, "files": files.mapValues { Base64.encode($0) }])
    }
}

/// The names that an icon's files may have.
struct IconNames {
    private let stem: Substring
    private let ending: Substring
    private let scale: Substring

    /// - Parameter icon: as the manifest names it.
    init(_ icon: String) {
        let dot = icon.lastIndex(of: ".") ?? icon.endIndex
        let name = icon[..<dot]
        ending = icon[dot...]
        scale = ["@1x", "@2x", "@3x"].first(where: name.hasSuffix).map { name.suffix($0.count) } ?? ""
        stem = name.dropLast(scale.count)
    }

    /// The high-resolution icon's other name: `icon@2x.png` for `icon.png`, and the reverse.
    var alternative: String? {
        guard ending == ".png" else { return nil }
        return scale.isEmpty ? stem + "@2x" + ending : scale == "@2x" ? String(stem + ending) : nil
    }

    /// The names for the three densities, the icon's own among them where it says its density. SVG needs but
    /// one file.
    var densities: [String] { ending == ".png" ? ["@1x", "@2x", "@3x"].map { stem + $0 + ending } : [] }
}
