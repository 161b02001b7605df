// SPDX-License-Identifier: Apache-2.0

import ActivityModel

package enum ProgressLine {
    private static let barWidth = 20

    /// The progress line, truncated to `width` cells with an ellipsis.
    package static func text(fraction: Double?, status: String?, width: Int) -> String {
        let fraction = fraction.map { min(max($0, 0), 1) }
        let parts = [fraction.map { bar($0) + " " + percent($0) }, status.map(printable)]
            .compactMap { $0 }.filter { !$0.isEmpty }
        return cut(parts.joined(separator: "  "), to: width)
    }

    private static func bar(_ fraction: Double) -> String {
        let full = Int((fraction * Double(barWidth)).rounded(.down))
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: barWidth - full)
            + "]"
    }

    private static func percent(_ fraction: Double) -> String {
        let number = String(Int((fraction * 100).rounded(.down)))
        return String(repeating: " ", count: 3 - number.count) + number + " %"
    }

    private static func cut(_ text: String, to width: Int) -> String {
        guard CellWidth.of(text) > width else { return text }
        var cut = ""
        var cells = 1
        for grapheme in text {
            cells += CellWidth.of(grapheme)
            guard cells <= width else { break }
            cut.append(grapheme)
        }
        return cut + "…"
    }
}
