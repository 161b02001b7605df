// SPDX-License-Identifier: Apache-2.0

/// The type of an item: a MIME type, `inode/directory` for a folder, `x-scheme-handler/<scheme>` for a link.
///
/// Comparison ignores case and parameters: `text/plain;charset=utf-8` is `text/plain`.
package struct ContentType: Hashable, Sendable, CustomStringConvertible {
    package let name: String

    /// - Returns: nil for text without a subtype, with a wildcard, with an invalid character, or with a part
    ///   longer than 127 bytes.
    package init?(_ text: String) {
        if Self.isName(text.utf8Span.span) {
            name = text
            return
        }
        guard let (major, minor) = Self.split(text), major != "*", minor != "*" else { return nil }
        name = major + "/" + minor
    }

    /// Whether the text is already canonical, as most are.
    private static func isName(_ text: Span<UInt8>) -> Bool {
        var length = 0
        var slashes = 0
        for index in text.indices {
            let byte = text[index]
            let isAlphanumeric = byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
            if byte == UInt8(ascii: "/"), length > 0 {
                slashes += 1
                length = 0
            } else if isAlphanumeric || length > 0 && isMark(byte) {
                length += 1
            } else {
                return false
            }
            guard length <= maximumLength else { return false }
        }
        return slashes == 1 && length > 0
    }

    private static func isMark(_ byte: UInt8) -> Bool { "!#$&-^_.+".utf8.contains(byte) }

    package var isLink: Bool { name.hasPrefix("x-scheme-handler/") }
    package var isInode: Bool { name.hasPrefix("inode/") }
    package var description: String { name }

    /// Major and minor part in lower case, without parameters; either may be `*`. Returns nil if the text is
    /// not a type.
    static func split(_ text: String) -> (String, String)? {
        let essence = trimmed(text.utf8.prefix { $0 != UInt8(ascii: ";") })
        guard let slash = essence.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let (major, minor) = (essence[..<slash], essence[essence.index(after: slash)...])
        guard isName(major), isName(minor) else { return nil }
        return (Substring(major).lowercased(), Substring(minor).lowercased())
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Maximum length of either part, in bytes.
    private static let maximumLength = 127

    /// Whether the part is `*`, or a restricted name of RFC 6838, section 4.2.
    private static func isName(_ part: Substring.UTF8View) -> Bool {
        guard let first = part.first, part.count <= maximumLength else { return false }
        if part.count == 1, first == UInt8(ascii: "*") { return true }
        return isAlphanumeric(first)
            && part.allSatisfy { isAlphanumeric($0) || isMark($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }
}

/// A pattern in a clause: one type, all of a kind (`image/*`), or any file content and text (`*/*`).
package enum TypePattern: Hashable, Sendable, CustomStringConvertible {
    case exact(ContentType)
    case kind(String)
    case anything

    package init?(_ text: String) {
        switch ContentType.split(text) {
        case ("*", "*")?: self = .anything
        case ("*", _)?, nil: return nil
        case (let major, "*")?: self = .kind(major)
        default:
            guard let type = ContentType(text) else { return nil }
            self = .exact(type)
        }
    }

    package var description: String {
        switch self {
        case .exact(let type): type.name
        case .kind(let major): major + "/*"
        case .anything: "*/*"
        }
    }
}
