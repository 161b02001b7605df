// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4

/// What the grid measures in the font of a widget.
struct GridMeasures {
    /// Beside the columns, on both sides together.
    private static let margins = 16.0
    /// The font that sheets are measured in: 11 points at 96 an inch.
    private static let ordinaryFont = 11.0 * 96 / 72

    let columns: Int
    let cellWidth: Double
    var width: Double { Double(columns) * cellWidth + Self.margins }

    init(_ widget: Widget) {
        let textSize = Self.fontSize(widget) / Self.ordinaryFont
        columns = SheetMeasures.columns(textSize: textSize)
        cellWidth = SheetMeasures.cellWidth(textSize: textSize).rounded()
    }

    private static func fontSize(_ widget: Widget) -> Double {
        guard let context = gtk_widget_get_pango_context(widget),
            let font = pango_context_get_font_description(context)
        else { return ordinaryFont }
        let size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
        return pango_font_description_get_size_is_absolute(font) != 0 ? size : size * 96 / 72
    }
}
