// SPDX-License-Identifier: Apache-2.0

import CGtk4

extension SheetWindow {
    /// Calls once, when the first frame has been painted.
    package func onFirstFrame(_ body: @escaping () -> Void) {
        let column = column
        var handler: gulong = 0
        column.signals.on("map") {
            guard handler == 0, let clock = gtk_widget_get_frame_clock(column) else { return }
            let painted = SignalSource(clock)
            handler = painted.on("after-paint") {
                painted.disconnect(handler)
                body()
            }
        }
    }
}
