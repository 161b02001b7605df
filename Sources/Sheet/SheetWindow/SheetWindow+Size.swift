// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

extension SheetWindow {
    /// Points: a sheet of few activities grows to this height, once, when the person turns to another page.
    private static let leastHeight: Int32 = 420
    /// Points: usual height of the activities, which a page that comes before them has. A window that were placed while it
    /// is short would grow beneath the desktop's panel.
    private static let usualHeight: Int32 = 560

    /// All pages are as wide as the grid.
    func fitWidth() {
        let measures = GridMeasures(column, isCompact: state.request.isCompact)
        gtk_widget_set_size_request(column, Int32(measures.width), -1)
    }

    /// Every page is as high as the activities were, and scrolls: compositors do not place a window anew that grows or
    /// shrinks. It would leave the screen, or bring a tile beneath a pointer that has not moved.
    func keepHeight() {
        let painted = gtk_widget_get_height(column)
        if height == nil, painted > 0 { height = max(painted, Scroller.room(atMost: Self.leastHeight)) }
    }

    /// A larger text makes what surrounds the page larger too, and leaves it less of the screen.
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
