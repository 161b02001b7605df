// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

extension SheetWindow {
    var showsGrid: Bool { page is ActivityGrid }

    /// Reports the next painted frame; from then on the first row keeps its tiles in place.
    func reportPainted() {
        guard !awaitsFrame else { return }
        awaitsFrame = true
        onNextFrame { [weak self] in
            guard let self else { return }
            awaitsFrame = false
            if let grid, showsGrid { send(.painted(room: grid.room)) }
        }
    }

    private func onNextFrame(_ body: @escaping () -> Void) {
        guard gtk_widget_get_mapped(column) != 0, let clock = gtk_widget_get_frame_clock(column) else {
            return onFirstFrame(body)
        }
        afterPaint(clock, body)
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    }

    package func onFirstFrame(_ body: @escaping () -> Void) {
        let column = column
        var isWaiting = true
        column.signals.on("map") { [weak self] in
            guard isWaiting, let clock = gtk_widget_get_frame_clock(column) else { return }
            isWaiting = false
            self?.afterPaint(clock, body)
        }
    }

    private func afterPaint(_ clock: OpaquePointer, _ body: @escaping () -> Void) {
        var handler: gulong = 0
        let painted = SignalSource(clock)
        handler = painted.on("after-paint") {
            painted.disconnect(handler)
            body()
        }
    }
}
