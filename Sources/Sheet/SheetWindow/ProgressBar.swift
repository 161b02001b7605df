// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SessionBus

/// A progress bar. Unknown progress pulses, unless the person prefers less motion.
final class ProgressBar {
    private static let pulse = Duration.milliseconds(80)

    let widget: Widget
    private var pulsing: Source?

    init?() {
        guard let widget: Widget = gtk_progress_bar_new() else { return nil }
        self.widget = widget
    }

    func show(_ fraction: Double?) {
        if let fraction {
            pulsing = nil
            gtk_progress_bar_set_fraction(widget.opaque, min(1, max(0, fraction)))
        } else if pulsing == nil {
            beat()
        }
    }

    func stopPulsing() { pulsing = nil }

    private func beat() {
        guard Self.isMotionWanted else { return pulsing = nil }
        gtk_progress_bar_pulse(widget.opaque)
        pulsing = Source(after: Self.pulse) { [weak self] in self?.beat() }
    }

    private static var isMotionWanted: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return gtk4_get_flag(UnsafeMutableRawPointer(settings), "gtk-enable-animations") != 0
    }
}
