// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import Host

/// Shows progress on one line of the terminal; does nothing elsewhere.
struct ProgressView {
    private let isOn = Paint.isTerminal(STDERR_FILENO) && Environment.value("TERM") != "dumb"
    private var isShown = false

    mutating func show(_ progress: Sheet.Progress) {
        guard isOn, progress.fraction != nil || progress.status != nil else { return }
        // The last column stays free, because some terminals wrap a full line.
        let width = (Paint.lineWidth(STDERR_FILENO) ?? 80) - 1
        write(ProgressLine.text(fraction: progress.fraction, status: progress.status, width: width))
        isShown = true
    }

    mutating func clear() {
        if isShown { write("") }
        isShown = false
    }

    /// Replaces the text on the line.
    private func write(_ text: String) {
        Output.write("\r\u{1B}[K" + text, to: STDERR_FILENO)
    }
}
