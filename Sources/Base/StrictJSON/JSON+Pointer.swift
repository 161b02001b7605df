// SPDX-License-Identifier: Apache-2.0
//
// Pointers into a value (RFC 6901). They consist of code points: a slash ends a token even if Swift joins it
// into one Character with a combining mark at the start of the next.

extension JSON {
    /// A pointer with one token, which is escaped.
    package static func pointer(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
            return "/" + token
        }
        return token.unicodeScalars.reduce(into: "/") { text, scalar in
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The tokens of a pointer, unescaped; nil unless the text is empty or begins with a slash. Invalid
    /// escapes are kept as they are.
    package static func tokens(of pointer: String) -> [String]? {
        let parts = Array(pointer.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        return parts.dropFirst().map(unescaped)
    }

    private static func unescaped(_ token: ArraySlice<UInt8>) -> String {
        guard token.contains(UInt8(ascii: "~")) else { return String(decoding: token, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = token
        while let byte = rest.popFirst() {
            switch (byte, rest.first) {
            case (UInt8(ascii: "~"), UInt8(ascii: "0")?): rest.removeFirst()
            case (UInt8(ascii: "~"), UInt8(ascii: "1")?):
                rest.removeFirst()
                bytes.append(UInt8(ascii: "/"))
                continue
            default: break
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
