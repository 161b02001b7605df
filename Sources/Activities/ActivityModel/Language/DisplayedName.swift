// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A name that is safe to show in a sheet: one line of at most 256 scalars, with at most 30 combining marks
/// in a row, and without bidirectional controls, so that "invoice<U+202E>gnp.exe" cannot pose as a picture.
/// Empty if nothing of the name is visible.
package struct DisplayedName: Hashable, Sendable {
    /// Longest name, in scalars.
    private static let maximumScalars = 256
    /// A Braille pattern without dots is a symbol, but renders as nothing.
    private static let blankPattern: Unicode.Scalar = "\u{2800}"

    package let text: String

    package init(_ name: String) { self.init(name, longest: Self.maximumScalars) }

    /// The lines of a text, made safe likewise; cut after 4,000 scalars, with an ellipsis.
    package static func lines(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let kept = String(scalars.prefix(longestText))
        let lines = kept.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            DisplayedName(String($0), longest: longestText).text
        }
        return lines.joined(separator: "\n") + (scalars.dropFirst(longestText).isEmpty ? "" : "…")
    }

    private static let longestText = 4_000

    private init(_ name: String, longest: Int) {
        var marks = 0
        let kept = name.unicodeScalars.prefix(longest).filter {
            // Bidirectional controls are default ignorable, too.
            guard $0.isJoining || !$0.properties.isDefaultIgnorableCodePoint else { return false }
            if !$0.isJoining { marks = $0.isCombiningMark ? marks + 1 : 0 }
            return marks <= JSON.maximumMarks
        }
        let words = kept.split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        let isSeen = words.joined().contains {
            !$0.isJoining && $0.properties.generalCategory != .format && $0 != Self.blankPattern
        }
        text = isSeen ? words.map { String($0) }.joined(separator: " ") : ""
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is invisible but changes how its neighbours are drawn or read: a joiner, a
    /// variation selector or a flag's tag character.
    fileprivate var isJoining: Bool {
        switch value {
        case 0x180B...0x180F, 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
        default: false
        }
    }
}
