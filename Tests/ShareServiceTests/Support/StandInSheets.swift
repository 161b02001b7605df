// SPDX-License-Identifier: Apache-2.0

import SheetSession
import ShareService

/// Sheets without a window: a test ends them.
final class StandInSheets: SheetOpening {
    final class StandIn: OpenedSheet {
        let request: SheetRequest
        /// As the person, or what they chose, ends it.
        let end: (SheetOutcome) -> Void
        private(set) var isClosed = false
        var isVisible = true
        var isUntouched = false

        init(_ request: SheetRequest, _ end: @escaping (SheetOutcome) -> Void) {
            (self.request, self.end) = (request, end)
        }

        func close() { isClosed = true }

        func leave() { end(.left) }
    }

    private(set) var opened: [StandIn] = []
    private(set) var asked: [[String]] = []
    /// Ends each sheet while it opens.
    var endsAtOnce: SheetOutcome?
    /// The answer to CanShare; nil to let it wait.
    var canShare: Bool? = true
    private(set) var waiting: [(Bool) -> Void] = []

    /// Simulates that all sheets and their activities have ended.
    func letGo() { opened = [] }

    /// Simulates that this sheet and its activities have ended.
    func letGo(_ sheet: Int) { opened.remove(at: sheet) }

    func open(_ request: SheetRequest, ended: @escaping (SheetOutcome) -> Void) -> any OpenedSheet {
        let sheet = StandIn(request, ended)
        opened.append(sheet)
        if let endsAtOnce { ended(endsAtOnce) }
        return sheet
    }

    func canShare(types: [String], answer: @escaping (Bool) -> Void) {
        asked.append(types)
        if let canShare { answer(canShare) } else { waiting.append(answer) }
    }
}
