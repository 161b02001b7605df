// SPDX-License-Identifier: Apache-2.0

import ContentSelection
import MainLoop
import SheetSession

/// The private files of one sheet. They go with it, unless an activity was performed: a mail program may open
/// an attachment a while after it was handed over.
final class HeldFiles {
    private var files: [PrivateFile]
    private let time: Duration
    private var timer: Source?

    /// - Parameter time: how long files are held that were performed.
    init(_ files: [PrivateFile], for time: Duration) {
        (self.files, self.time) = (files, time)
    }

    func end(_ outcome: SheetOutcome) {
        guard outcome == .performed, !files.isEmpty else { return release() }
        // Retained by its own timer until then.
        timer = Source(after: time) { self.release() }
    }

    private func release() {
        files = []
        timer = nil
    }
}
