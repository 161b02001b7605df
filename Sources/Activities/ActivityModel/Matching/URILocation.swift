// SPDX-License-Identifier: Apache-2.0

/// The location that a URI refers to, as far as the rules care.
package enum URILocation {
    /// No scheme, or nothing after it: a relative URI has no base here.
    case relative
    /// A `file:` URI of this machine (RFC 8089).
    case thisMachine
    case elsewhere

    package init(_ uri: String) { self.init(uri.utf8Span.span) }

    package init(_ bytes: Span<UInt8>) {
        // `localhost` is the only host name of this machine that counts in a URI.
        let isLocal =
            bytes.begin(with: "file:///") || bytes.begin(with: "file://localhost/")
            || bytes.begin(with: "file:/") && !bytes.begin(with: "file://")
        self = isLocal ? .thisMachine : bytes.haveScheme ? .elsewhere : .relative
    }
}

extension Span<UInt8> {
    /// Ignores the case of ASCII letters; `beginning` must be lower case.
    fileprivate func begin(with beginning: StaticString) -> Bool {
        guard count >= beginning.utf8CodeUnitCount else { return false }
        for index in 0..<beginning.utf8CodeUnitCount {
            let byte = self[index]
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            guard lower == beginning.utf8Start[index] else { return false }
        }
        return true
    }

    /// Whether the bytes begin with a scheme (RFC 3986, section 3.1), followed by something.
    fileprivate var haveScheme: Bool {
        for index in indices {
            switch self[index] {
            case UInt8(ascii: ":"): return index > 0 && index + 1 < count
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                if index == 0 { return false }
            default: return false
            }
        }
        return false
    }
}
