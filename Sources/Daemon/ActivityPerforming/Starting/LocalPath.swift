// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// The path in a `file:` URI (RFC 8089), as raw bytes: a file name need not be UTF-8.
enum LocalPath {
    /// The path; nil for a URI of another machine or scheme, a broken percent-escape, or a NUL.
    static func bytes(of uri: String) -> [UInt8]? {
        URILocation(uri) == .thisMachine ? decode(uri.utf8Span.span) { $0 == UInt8(ascii: "#") } : nil
    }

    /// The path in a URI of any scheme; nil for a broken percent-escape, or a NUL.
    static func pathBytes(of uri: String) -> [UInt8]? {
        decode(uri.utf8Span.span) { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") }
    }

    /// Decodes bytes instead of characters: a request may name thousands of paths.
    ///
    /// - Parameter isEnd: whether a byte ends the path.
    private static func decode(_ uri: Span<UInt8>, _ isEnd: (UInt8) -> Bool) -> [UInt8]? {
        var rest = uri.indices
        func skip(to byte: UInt8) {
            while let next = rest.first, uri[next] != byte { rest.removeFirst() }
        }
        skip(to: UInt8(ascii: ":"))
        rest = rest.dropFirst().prefix { !isEnd(uri[$0]) }
        if rest.count > 1, rest.prefix(2).allSatisfy({ uri[$0] == UInt8(ascii: "/") }) {
            rest = rest.dropFirst(2)
            skip(to: UInt8(ascii: "/"))
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rest.count)
        while let index = rest.popFirst() {
            var byte = uri[index]
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let high = digit(uri[high]), let low = digit(uri[low])
                else { return nil }
                byte = high << 4 | low
            }
            guard byte != 0 else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The `file:` URI of a path; all bytes are escaped except slashes and unreserved characters (RFC 3986).
    static func uri(of path: String) -> String {
        "file://"
            + path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                PercentEncoding.encode(Substring($0))
            }.joined(separator: "/")
    }
}

enum PercentEncoding {
    /// Escapes all bytes but the unreserved characters (RFC 3986, section 2.3).
    static func encode(_ text: some StringProtocol) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
            || "-._~".utf8.contains(byte)
    }
}
