// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

extension DisplayedName {
    /// The last component of a URI's path, unescaped; without a path, the host; without either, the URI
    /// itself.
    package init(uri: String) {
        let path = ShownLink(uri).text.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last.map(String.init) ?? uri
        self.init(Self.unescaped(last) ?? last)
    }

    /// The text with its percent escapes decoded; nil if the result is not UTF-8.
    static func unescaped(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(escaped)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
