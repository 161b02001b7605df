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
}
