// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4

/// The grid's measures, in the font of a widget.
struct GridMeasures {
    /// Beside the columns, on both sides together.
    private static let margins = 16.0
    /// The font that sheets are measured in: 11 points at 96 an inch.
    private static let ordinaryFont = 11.0 * 96 / 72

    /// Widest sheet from the bottom: wider than phones, where it spans the screen.
    private static let widestBottom = 480.0

    let columns: Int
    let cellWidth: Double
    /// The sheet's width.
    let width: Double

    init(_ widget: Widget, isCompact: Bool) {
        let textSize = Self.fontSize(widget) / Self.ordinaryFont
        // The shorter side: a phone may be turned.
        let room = Screens.least.map { Double(min($0.width, $0.height)) } ?? .infinity
        let columns = SheetMeasures.columns(textSize: textSize, room: room - Self.margins)
        let share = { (width: Double) in ((width - Self.margins) / Double(columns)).rounded(.down) }
        let bottom = min(Self.widestBottom, room)
        let ordinary = SheetMeasures.cellWidth(textSize: textSize).rounded()
        self.columns = columns
        cellWidth = min(isCompact ? max(ordinary, share(bottom)) : ordinary, share(room))
        let grid = Double(columns) * cellWidth + Self.margins
        width = isCompact ? max(grid, bottom) : grid
    }

    private static func fontSize(_ widget: Widget) -> Double {
        guard let context = gtk_widget_get_pango_context(widget),
            let font = pango_context_get_font_description(context)
        else { return ordinaryFont }
        let size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
        return pango_font_description_get_size_is_absolute(font) != 0 ? size : size * 96 / 72
    }
}
