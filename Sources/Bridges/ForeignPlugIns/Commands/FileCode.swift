// SPDX-License-Identifier: Apache-2.0

/// A code for the selected files in a foreign command: for one file, or for all.
enum FileCode: UInt32, CaseIterable, Sendable {
    case path, paths
    case uri, uris
    /// The name without its folder.
    case name, names
    /// The file's folder, without a trailing slash, except for `/`.
    case folder, folders
    /// The folder with a trailing slash, as in KIO.
    case folderWithSlash, foldersWithSlash
    /// The name without its last extension, and the extension.
    case stem, ending
    case count

    var isPlural: Bool { rawValue % 2 == 1 && rawValue <= FileCode.foldersWithSlash.rawValue }

    /// The corresponding code for one file.
    var singular: FileCode { isPlural ? FileCode(rawValue: rawValue - 1) ?? self : self }

    var isURI: Bool { singular == .uri }
    var isPath: Bool { singular == .path }
    /// Whether the code means a name, or a part of one, without its folder.
    var isPart: Bool { [.name, .stem, .ending].contains(singular) }

    /// The equivalent field code of a manifest, as a whole argument; nil if there is none.
    var manifestCode: String? {
        switch self {
        case .path: "%f"
        case .paths: "%F"
        case .uri: "%u"
        case .uris: "%U"
        default: nil
        }
    }

    // While a command is parsed, each code is represented by a scalar of a private-use plane.
    private static let base: UInt32 = 0xF0000

    var placeholder: Unicode.Scalar { Unicode.Scalar(Self.base + rawValue) ?? "?" }

    var text: String { String(placeholder) }

    init?(_ scalar: Unicode.Scalar) {
        guard scalar.value >= Self.base else { return nil }
        self.init(rawValue: scalar.value - Self.base)
    }
}
