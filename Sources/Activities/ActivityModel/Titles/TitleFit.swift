// SPDX-License-Identifier: Apache-2.0

// How a title is shown in its box: whole, else shrunk, else cut.
//
// The guidelines shrink a title that is too long and truncate it only if that does not help (HIG, Activity).
// Every client does it by this one function and differs in the measure alone: cells in a terminal, Pango's
// units in a window.
//
// 1. A title that fits on one line stays on one.
// 2. Else it is broken where that makes the longer line shortest. If that line fits, the scale is 1; among
//    several breaks at scale 1, one between words is preferred to one inside running Chinese, Japanese or
//    Korean.
// 3. Else the scale is width / longer line, exactly, if that is 0.75 or more. No break at all counts among
//    the breaks, so a single long word shrinks on its one line.
// 4. Else the text is cut at scale 0.75. The first line is as full as breaking allows; the second ends
//    in "…" after as many whole graphemes as fit. A word is never broken inside, for without a hyphen its
//    halves read as two words: one that is wider than the line is cut where it stands, and the text ends
//    there. Only scripts that write no spaces between words (Thai, Lao, Khmer, Burmese) are broken inside if nothing else
//    helps.
//
// Blanks around the title and at its breaks are not shown; everything else is, unless `truncated` says
// otherwise.

/// A title fitted into a box of two lines.
package struct TitleFit: Hashable, Sendable {
    /// The lines, joined by newlines.
    package let text: String
    /// The size of the text against the ordinary one: 0.75 to 1.
    package let scale: Double
    /// Whether something was left out, for which "…" stands.
    package let truncated: Bool

    /// Cells of one line of a sheet's box.
    package static let boxWidth = 14
    /// The smallest scale: a label below three quarters of its size is hard to read.
    package static let smallestScale = 0.75

    package init(text: String, scale: Double = 1, truncated: Bool = false) {
        self.text = text
        self.scale = scale
        self.truncated = truncated
    }

    /// Fits a title into two lines of a number of terminal cells.
    package static func cells(_ title: String, width: Int = boxWidth) -> TitleFit {
        fit(title, width: Double(width)) { Double(CellWidth.of($0)) }
    }

    /// Fits a title into a box of two lines.
    ///
    /// - Parameters:
    ///   - title: Line breaks in it count as blanks.
    ///   - width: Of one line, in the measure's unit.
    ///   - measure: The width of a text at scale 1.
    /// - Returns: The same for the same title, width and measure; empty only for a title of blanks, or where
    ///   not even "…" fits.
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
