// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// The path in a `file:` URI (RFC 8089), as the bytes that the kernel knows it by: a name need not be UTF-8.
enum LocalPath {
    /// - Returns: nil for a URI of another machine or scheme, for a broken percent-escape, and for an escaped
    ///   NUL.
    static func bytes(of uri: String) -> [UInt8]? {
        URILocation(uri) == .thisMachine ? decode(path(of: uri) { $0 != UInt8(ascii: "#") }) : nil
    }

    /// The path in a URI of any scheme; nil as above.
    static func pathBytes(of uri: String) -> [UInt8]? {
        decode(path(of: uri) { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") })
    }

    /// - Parameter isInPath: false for what ends the path.
    private static func path(of uri: String, _ isInPath: (UInt8) -> Bool) -> Substring.UTF8View {
        let path = uri.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix(while: isInPath)
        return path.starts(with: "//".utf8) ? path.dropFirst(2).drop { $0 != UInt8(ascii: "/") } : path
    }

    private static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes.contains(0) ? nil : bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    /// The URI of a path: all but the unreserved characters of RFC 3986 and slashes escaped.
    static func uri(of path: String) -> String {
        "file://"
            + path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                PercentEncoding.encode(Substring($0))
            }.joined(separator: "/")
    }
}

/// Percent-encoding of whatever stands inside a URI.
enum PercentEncoding {
    /// All but the unreserved characters (RFC 3986, section 2.3).
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
