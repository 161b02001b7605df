// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

extension SheetWindow {
    /// All pages are as wide as the grid.
    func fitWidth() {
        let measures = GridMeasures(column, isCompact: state.request.isCompact)
        gtk_widget_set_size_request(column, Int32(measures.width), -1)
    }

    /// A larger text makes what surrounds the page larger too, and leaves it less of the screen.
    func fitHeight() {
        guard let scroller = page?.scroller else { return }
        let width = Int32(GridMeasures(column, isCompact: state.request.isCompact).width)
        let surroundings = column.naturalHeight(width) - scroller.naturalHeight(width)
        Scroller.fit(scroller, beside: surroundings, width: width)
    }
}
