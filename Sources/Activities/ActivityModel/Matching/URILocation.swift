// SPDX-License-Identifier: Apache-2.0

/// Where a URI leads to, as far as a registry wants to know.
package enum URILocation {
    /// It has no scheme, or nothing after it: whose file would it be?
    case relative
    /// A `file:` URI of this machine (RFC 8089).
    case thisMachine
    case elsewhere

    package init(_ uri: String) { self.init(uri.utf8Span.span) }

    package init(_ bytes: Span<UInt8>) {
        // A name of this machine is of no interest beyond `localhost`, which is its only one in a URI.
        let isLocal =
            bytes.begin(with: "file:///") || bytes.begin(with: "file://localhost/")
            || bytes.begin(with: "file:/") && !bytes.begin(with: "file://")
        self = isLocal ? .thisMachine : bytes.haveScheme ? .elsewhere : .relative
    }
}

extension Span<UInt8> {
    /// Without regard to the case of ASCII letters; `beginning` is in lower case.
    fileprivate func begin(with beginning: StaticString) -> Bool {
        guard count >= beginning.utf8CodeUnitCount else { return false }
        for index in 0..<beginning.utf8CodeUnitCount {
            let byte = self[index]
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            guard lower == beginning.utf8Start[index] else { return false }
        }
        return true
    }

    /// Whether a scheme stands first (RFC 3986, section 3.1), and something after it.
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
