// SPDX-License-Identifier: Apache-2.0

/// How a text is set.
package struct TextStyle: Hashable, Sendable {
    package enum Weight: Sendable { case regular, medium, semibold }

    /// Of the font, in points.
    package var size: Double
    package var weight = Weight.regular
    package var isMonospaced = false

    package init(_ size: Double, _ weight: Weight = .regular, isMonospaced: Bool = false) {
        self.size = size
        self.weight = weight
        self.isMonospaced = isMonospaced
    }

    func scaled(_ factor: Double) -> TextStyle {
        TextStyle(size * factor, weight, isMonospaced: isMonospaced)
    }

    /// From one line's top to the next's.
    var lineHeight: Double { (size * 1.28).rounded(.up) }
}

/// Measures how wide a text is, for layouts.
package protocol TextMeasure {
    /// The advance of one line, in points.
    func width(_ text: some StringProtocol, _ style: TextStyle) -> Double
}
