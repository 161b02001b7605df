// SPDX-License-Identifier: Apache-2.0

/// A code for the selected files in a foreign command: one of them, or all.
enum FileCode: UInt32, CaseIterable, Sendable {
    case path, paths
    case uri, uris
    /// The name without its folder.
    case name, names
    /// The folder that a file lies in, without a slash at its end, but for `/`.
    case folder, folders
    /// The same with a slash, as KIO has it.
    case folderWithSlash, foldersWithSlash
    /// The name without its last ending, and the ending.
    case stem, ending
    case count

    var isPlural: Bool { rawValue % 2 == 1 && rawValue <= FileCode.foldersWithSlash.rawValue }

    /// The code of one file where there is only one.
    var singular: FileCode { isPlural ? FileCode(rawValue: rawValue - 1) ?? self : self }

    var isURI: Bool { singular == .uri }
    var isPath: Bool { singular == .path }
    /// Whether it is a part of a name, without its folder.
    var isPart: Bool { [.name, .stem, .ending].contains(singular) }

    /// A code that a manifest knows, for an argument of its own.
    var manifestCode: String? {
        switch self {
        case .path: "%f"
        case .paths: "%F"
        case .uri: "%u"
        case .uris: "%U"
        default: nil
        }
    }

    // While a command is taken apart, a code is one scalar of a private plane.
    private static let base: UInt32 = 0xF0000

    var placeholder: Unicode.Scalar { Unicode.Scalar(Self.base + rawValue) ?? "?" }

    var text: String { String(placeholder) }

    init?(_ scalar: Unicode.Scalar) {
        guard scalar.value >= Self.base else { return nil }
        self.init(rawValue: scalar.value - Self.base)
    }
}
