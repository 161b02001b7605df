// SPDX-License-Identifier: Apache-2.0
//
// Two things come between a press and its activity while options are on: copies that are still being made,
// and the question whether to share items in which facts remain.

extension SheetState {
    // MARK: Remaining facts

    /// Asks whether to share items that have, or may have, facts that an option should have removed.
    mutating func askFirst(_ attempt: Attempt?) {
        page = .confirming(RemainingQuestion(attempt: attempt, remaining: options.remaining))
    }

    mutating func shareAnyway() -> [SheetEffect] {
        guard case .confirming(let question) = page else { return [] }
        options.confirmed = question.remaining
        page = .activities
        return question.attempt.map { begin($0) } ?? []
    }

    /// Asks about remaining facts once, in a sheet that was opened with options, unless the person has
    /// already gone to another page.
    mutating func askAtOpening() {
        guard options.mayAskAtOpening, options.isReady, page != .listing, !activities.isEmpty else { return }
        options.mayAskAtOpening = false
        if page == .activities, !showsOptions, options.asksFirst { askFirst(nil) }
    }

    // MARK: Waiting for copies

    /// Delays an attempt until the copies are ready and inspected.
    mutating func awaitCopies(_ attempt: Attempt, isAsking: Bool) -> [SheetEffect] {
        attempts += 1
        var waiting = RunningActivity(attempt: attempt)
        (waiting.isAsking, waiting.isPreparing) = (isAsking, true)
        page = .performing(waiting)
        let isOnItsWay = options.preparing != nil || options.chosen == options.applied
        return [.awaitProgress(attempts)] + (isOnItsWay ? [] : prepare())
    }

    /// Begins the attempt that waited, once the copies are ready.
    mutating func resume() -> [SheetEffect] {
        askAtOpening()
        guard options.isReady, let waiting = performing, waiting.isPreparing else { return [] }
        return waiting.isAsking ? ask(waiting.attempt) : begin(waiting.attempt)
    }
}
