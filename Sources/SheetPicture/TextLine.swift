// SPDX-License-Identifier: Apache-2.0

/// One line of text in its place.
package struct TextLine: Hashable, Sendable {
    /// What the text is, which decides its colour.
    package enum Role: Sendable { case title, secondary, accent, good, warning, error }

    package let text: String
    package let style: TextStyle
    package let role: Role
    /// As wide as the text and as high as a line.
    package var frame: Rectangle

    /// Set in the middle of a box, as a measure has it.
    static func centred(
        _ text: String, _ style: TextStyle, _ role: Role, in box: Rectangle, _ measure: some TextMeasure
    ) -> TextLine {
        let width = measure.width(text, style)
        let frame = Rectangle(box.middleX - width / 2, box.y, width, style.lineHeight)
        return TextLine(text: text, style: style, role: role, frame: frame)
    }

    static func leading(
        _ text: String, _ style: TextStyle, _ role: Role, in box: Rectangle, _ measure: some TextMeasure
    ) -> TextLine {
        let frame = Rectangle(box.x, box.y, measure.width(text, style), style.lineHeight)
        return TextLine(text: text, style: style, role: role, frame: frame)
    }
}

extension TextMeasure {
    /// A text on one line of that width: whole, else cut at a grapheme's end with "…".
    func cut(_ text: String, _ style: TextStyle, to width: Double) -> String {
        guard self.width(text, style) > width else { return text }
        var (fitting, tooMany) = (0, text.count)
        while tooMany - fitting > 1 {
            let count = (fitting + tooMany) / 2
            if self.width(text.prefix(count) + "…", style) <= width {
                fitting = count
            } else {
                tooMany = count
            }
        }
        return text.prefix(fitting) + "…"
    }

    /// A sentence on as many lines of that width as it takes, broken between words.
    func lines(_ text: String, _ style: TextStyle, width: Double) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if !line.isEmpty, self.width(longer, style) > width {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
