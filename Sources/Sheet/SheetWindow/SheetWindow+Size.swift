// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

extension SheetWindow {
    /// Least height in points: a sheet with few activities grows to it, once, when the person turns to
    /// another page.
    private static let minimumHeight: Int32 = 420
    /// Usual height of the activities in points, used for a page that precedes them. A window placed while it
    /// is short could grow below the desktop's panel.
    private static let usualHeight: Int32 = 560

    func fitWidth() {
        let measures = GridMeasures(column, isCompact: state.request.isCompact)
        gtk_widget_set_size_request(column, Int32(measures.width), -1)
    }

    /// Fixes the height of later pages, which scroll, to the activities' height: compositors do not
    /// reposition a window that grows or shrinks. It could leave the screen, or put a tile under a pointer
    /// that has not moved.
    func keepHeight() {
        let painted = gtk_widget_get_height(column)
        if height == nil, painted > 0 { height = max(painted, Scroller.room(atMost: Self.minimumHeight)) }
    }

    /// Fits the page into the height that its surroundings leave; both grow with the text size.
    func fitHeight() {
        let width = Int32(GridMeasures(column, isCompact: state.request.isCompact).width)
        gtk_widget_set_size_request(holder, -1, -1)
        if let scroller = page?.scroller {
            let surroundings = column.naturalHeight(width) - scroller.naturalHeight(width)
            Scroller.fit(scroller, beside: surroundings, width: width, within: height)
        }
        let usual = kind == .waiting ? Scroller.room(atMost: Self.usualHeight) : nil
        guard let height = height ?? usual else { return }
        let rest = column.naturalHeight(width) - holder.naturalHeight(width)
        gtk_widget_set_size_request(holder, -1, max(0, height - rest))
    }
}
