// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4

/// The grid's measures in points, in the font of a widget.
///
/// Cells and sheet scale with the person's text size; icons, margins and corners do not, because icons of one
/// size keep the rows even.
struct GridMeasures {
    /// Side of an icon: 70 pixels at high resolution (HIG, Activity).
    static let icon = 35.0
    /// Side of the tile behind the icon.
    private static let tile = 60.0
    /// Space beside a title in its cell, both sides together.
    static let titleInset = 4.0
    /// Space beside the columns, both sides together.
    private static let margins = 16.0
    /// Reference font size: 11 points at 96 per inch.
    private static let ordinaryFont = 11.0 * 96 / 72
    /// Maximum width of a sheet at the bottom. Phones are narrower, so there it spans the screen.
    private static let widestBottom = 480.0

    let columns: Int
    let cellWidth: Double
    let width: Double
    /// Distance from the sheet's edge to its first tile.
    var edge: Double { (width - Double(columns) * cellWidth + cellWidth - Self.tile) / 2 }

    init(_ widget: Widget, isCompact: Bool) {
        let textSize = Self.fontSize(widget) / Self.ordinaryFont
        // The screen's shorter side, because a phone may be turned.
        let room = Screens.smallestScreen.map { Double(min($0.width, $0.height)) } ?? .infinity
        // Width of an activity's cell: of 509 real titles in 72 languages its two lines show 320 whole, 139
        // shrunk and 50 cut; two lines of 14 terminal-style cells show 312, 137 and 60.
        let ordinary = max(Self.tile + 12, 92 * textSize)
        // Four columns, or as many as fit a window of ordinary width, but at least two.
        let columns = min(4, max(2, Int(min(640, room - Self.margins) / ordinary)))
        let share = { (width: Double) in ((width - Self.margins) / Double(columns)).rounded(.down) }
        let bottom = min(Self.widestBottom, room)
        self.columns = columns
        let whole = ordinary.rounded()
        cellWidth = min(isCompact ? max(whole, share(bottom)) : whole, share(room))
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

/// The person's screens. GTK does not know a window's screen before the window is shown.
enum Screens {
    /// The smallest width and the smallest height of any screen, in points; nil without a known screen.
    static var smallestScreen: (width: Int32, height: Int32)? {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display) else {
            return nil
        }
        var least: (width: Int32, height: Int32)?
        for index in 0..<g_list_model_get_n_items(monitors) {
            guard let monitor = g_list_model_get_item(monitors, index) else { continue }
            defer { g_object_unref(monitor) }
            var area = GdkRectangle()
            gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
            guard area.width > 0, area.height > 0 else { continue }
            least = (min(least?.width ?? .max, area.width), min(least?.height ?? .max, area.height))
        }
        return least
    }
}
