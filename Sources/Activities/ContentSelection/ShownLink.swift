// SPDX-License-Identifier: Apache-2.0
//
// A link's address reveals its destination, but can also disguise it: "https://bank.example@evil.example/",
// "https://bаnk.example/" with a letter of another alphabet. So the shown text follows the browsers' parsing
// (WHATWG URL, "Parsing"), which differs from RFC 3986: it ignores tabs and line breaks, and a backslash is a
// slash. User names and passwords in links do not belong on a screen either.

import ActivityModel
import CGIO

/// An address that is safe to show in a sheet: without user and password, its host in ASCII.
package struct ShownLink: Hashable, Sendable {
    /// Host and port, if given; nil for a link without a host, such as `mailto:ada@example.org`.
    package let host: String?
    package let text: String

    /// Schemes of telephony (RFC 3261), whose addresses may contain a password although they have no `//`.
    private static let telephony: Set<String> = ["sip", "sips"]
    /// Web schemes, whose addresses browsers parse leniently.
    private static let special: Set<String> = ["ftp", "http", "https", "ws", "wss"]

    package init(_ uri: String) {
        let bytes = uri.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }
        let scheme = String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        let isSpecial = Self.special.contains(scheme.lowercased())
        let rest = bytes.dropFirst(scheme.utf8.count + 1)
        let slashes = rest.prefix { Self.isSlash($0, isSpecial) }
        guard isSpecial || slashes.count >= 2 else {
            host = nil
            text = Self.telephony.contains(scheme.lowercased()) ? Self.withoutPassword(bytes) : uri
            return
        }
        let behind = isSpecial ? rest.dropFirst(slashes.count) : rest.dropFirst(2)
        let authority = behind.prefix { !Self.isSlash($0, isSpecial) && !"?#".utf8.contains($0) }
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
        let host = Self.ascii(String(decoding: authority[(start ?? authority.startIndex)...], as: UTF8.self))
        self.host = host.isEmpty ? nil : host
        let path = String(decoding: behind.dropFirst(authority.count), as: UTF8.self)
        text = scheme + "://" + host + path
    }

    /// Removes the password between the second colon and the first `@`.
    private static func withoutPassword(_ bytes: [UInt8]) -> String {
        let user = bytes.prefix { $0 != UInt8(ascii: "@") }
        let colons = user.indices.filter { user[$0] == UInt8(ascii: ":") }
        let hasPassword = user.count < bytes.count && colons.count > 1
        let kept = hasPassword ? user[..<colons[1]] + bytes[user.endIndex...] : bytes[...]
        return String(decoding: kept, as: UTF8.self)
    }

    private static func isSlash(_ byte: UInt8, _ isSpecial: Bool) -> Bool {
        byte == UInt8(ascii: "/") || isSpecial && byte == UInt8(ascii: "\\")
    }

    /// Encodes IDNs as `xn--…`, because letters of two alphabets look alike.
    private static func ascii(_ authority: String) -> String {
        let port = authority.last == "]" ? nil : authority.lastIndex(of: ":")
        let end = port ?? authority.endIndex
        let host = DisplayedName.unescaped(String(authority[..<end])).flatMap(Self.hostname)
        return (host ?? escaped(authority[..<end])) + escaped(authority[end...])
    }

    private static func hostname(_ name: String) -> String? {
        guard let ascii = g_hostname_to_ascii(name) else { return nil }
        defer { g_free(ascii) }
        let host = String(cString: ascii).lowercased()
        return host.utf8.allSatisfy { isPlain($0) && !"%/\\@?#".utf8.contains($0) } ? host : nil
    }

    /// The name unchanged, with invisible and non-ASCII bytes escaped.
    private static func escaped(_ name: Substring) -> String {
        name.utf8.reduce(into: "") { text, byte in
            let code = (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            text += isPlain(byte) ? String(UnicodeScalar(byte)) : code
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
