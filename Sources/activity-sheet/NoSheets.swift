// SPDX-License-Identifier: Apache-2.0

import SheetSession
import ShareService

/// The sheets of a service that has no display: each fails at once.
///
/// Such a service takes its names anyway. If it ended without them, the bus would let callers wait, and a command that hands
/// its sheet over would show it itself only after seconds.
final class NoSheets: SheetOpening {
    /// Idle only briefly, so that the next service finds a display that has appeared; long enough to stay below systemd's limit
    /// of starts.
    static var limits: ShareLimits {
        var limits = ShareLimits()
        limits.idle = .seconds(10)
        return limits
    }

    private let reason: String

    init(reason: String) {
        self.reason = reason
    }

    func open(_ request: SheetRequest, ended: @escaping (SheetOutcome) -> Void) -> any OpenedSheet {
        ended(.failed(reason: reason))
        return NoSheet()
    }

    func canShare(types: [String], answer: @escaping (Bool) -> Void) { answer(false) }

    private final class NoSheet: OpenedSheet {
        let isInSight = false
        func close() {}
    }
}
