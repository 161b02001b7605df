// SPDX-License-Identifier: Apache-2.0

/// A page's origin, as reported by the browser: `https://example.org`, `http://localhost:8000`.
///
/// The sheet shows it, so that a person knows which page requests the sheet. It cannot imitate another
/// origin: browsers serialise hosts in ASCII (IDNs as `xn--…`), and other characters are rejected.
struct PageOrigin {
    private static let maximumBytes = 300

    /// The host, with any non-default port. The scheme is shown only for http, since people expect https.
    let name: String

    init(_ text: String) throws(HostError) {
        guard text.utf8.count <= Self.maximumBytes, let host = Self.host(text),
            host.allSatisfy(Self.isAllowed)
        else {
            throw .malformed("The origin is not that of a web page, such as https://example.org.")
        }
        name = text.hasPrefix("https://") ? String(decoding: host, as: UTF8.self) : text
    }

    private static func host(_ text: String) -> Substring.UTF8View? {
        for scheme in ["https://", "http://"] where text.utf8.starts(with: scheme.utf8) {
            let host = text.utf8.dropFirst(scheme.utf8.count)
            return host.isEmpty ? nil : host
        }
        return nil
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ".-_:[]".utf8.contains(byte)
        }
    }
}
