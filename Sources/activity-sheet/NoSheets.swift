// SPDX-License-Identifier: Apache-2.0

import SheetSession
import ShareService

/// A service that has no display: each sheet fails at once.
///
/// It takes its names all the same. A bus whose service ends without them lets callers wait for as long as they like, and
/// a command that hands its sheet over would show it seconds late.
final class NoSheets: SheetOpening {
    /// It goes soon, so that the next one finds a display that has come meanwhile; but not so soon that systemd refuses to
    /// start so many.
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
