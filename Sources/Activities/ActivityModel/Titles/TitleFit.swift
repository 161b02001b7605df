// SPDX-License-Identifier: Apache-2.0

// Fits a title into its box: whole, else shrunk, else cut.
//
// The guidelines shrink a title that is too long and truncate it only if that does not help (HIG, Activity).
// All clients use this one function with their own measure: cells in a terminal, Pango's units in a window.
//
// 1. A title that fits on one line stays on one.
// 2. Else it breaks where the longer line becomes shortest. If that line fits, the scale is 1; among several
//    breaks at scale 1, one between words beats one inside running Chinese, Japanese or Korean.
// 3. Else the scale is width / longer line, exactly, if that is 0.75 or more. "No break" is a candidate too,
//    so a single long word shrinks on its one line.
// 4. Else the text is cut at scale 0.75. The first line is as full as breaking allows; the second ends in "…"
//    after as many whole graphemes as fit. Words never break inside, because without a hyphen the halves read
//    as two words: a word that is wider than the line is cut, and the text ends there. Only scripts without
//    spaces between words (Thai, Lao, Khmer, Burmese) break inside, as a last resort.
//
// Blanks around the title and at its breaks are not shown; everything else is, unless `truncated` is set.

/// A title fitted into a box of two lines.
package struct TitleFit: Hashable, Sendable {
    /// The lines, joined by newlines.
    package let text: String
    /// Text size relative to the normal one: 0.75 to 1.
    package let scale: Double
    /// Whether "…" replaces a part of the text.
    package let truncated: Bool

    /// Width of a line in a sheet's box, in terminal cells.
    package static let boxWidth = 14
    /// Minimum scale: a label below three quarters of its size is hard to read.
    package static let smallestScale = 0.75

    package init(text: String, scale: Double = 1, truncated: Bool = false) {
        self.text = text
        self.scale = scale
        self.truncated = truncated
    }

    package static func cells(_ title: String, width: Int = boxWidth) -> TitleFit {
        fit(title, width: Double(width)) { Double(CellWidth.of($0)) }
    }

    /// Fits a title into a box of two lines.
    ///
    /// - Parameters:
    ///   - title: Line breaks count as blanks.
    ///   - width: Width of one line, in the measure's unit.
    ///   - measure: Returns the width of a text at scale 1.
    /// - Returns: The same result for the same arguments; empty only for a blank title, or if not even "…"
    ///   fits.
    package static func fit(
        _ title: String, width: Double, measure: (Substring) -> Double
    ) -> TitleFit {
        withoutActuallyEscaping(measure) { measure in
            TitleBox(width: width, measure: measure).fit(flat(title))
        }
    }

    static func flat(_ title: String) -> String {
        guard title.contains(where: \.isNewline) else { return title }
        return String(title.map { $0.isNewline ? " " : $0 })
    }
}
