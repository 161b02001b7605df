// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A name as a sheet may show it: one line, no pile of marks, and nothing in it that turns a part of it round, so that
/// "invoice<U+202E>gnp.exe" is no picture. Empty where nothing of it can be seen.
package struct DisplayedName: Hashable, Sendable {
    /// Longest name, in scalars.
    private static let longest = 256

    package let text: String

    package init(_ name: String) {
        var marks = 0
        let kept = name.unicodeScalars.prefix(Self.longest).filter {
            marks = $0.isCombiningMark ? marks + 1 : 0
            return marks <= JSON.maximumMarks && !$0.properties.isBidiControl
        }
        let words = kept.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        let isSeen = words.joined().contains {
            !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .format
        }
        text = isSeen ? words.map { String($0) }.joined(separator: " ") : ""
    }

    /// The last component of a URI's path, its escapes read; its host where it has none, and the URI itself without either.
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
