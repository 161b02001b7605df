// SPDX-License-Identifier: Apache-2.0
//
// The invariants of the sheet. They are derived from PRINCIPLES.md, from what is inside the daemon's answers,
// and from what the window shows, never from the state's private parts.

import ActivityInterface
import ActivityModel
import SheetSession
import TestSupport

extension SheetWalk {
    // MARK: What leaves

    /// Something is performed only for a press, and with exactly the content that the sheet shows.
    func checkPerformed(_ request: Sheet.PerformRequest) throws {
        try checkPress(on: request.identifier)
        if let target = pressed?.target {
            try require(
                request.answers?["device"] == target, "A press leads to the target it was on", target)
        }
        try require(!calls.contains { $0.effect.isPerform }, "One activity runs at a time")
        try require(state.options.faults.isEmpty, "Nothing leaves while an option has failed")
        try checkContent(request.content)
        let words = chosen.isEmpty ? caption : copies(request.content)?.reply.caption
        try require(request.caption == words, "The words that leave are those that the options left")
        try checkRemaining(request.content)
    }

    func checkAsked(_ request: Sheet.FormRequest) throws {
        try checkPress(on: request.identifier)
        try checkContent(request.content)
    }

    private func checkPress(on identifier: String) throws {
        try require(
            pressed?.identifier == identifier, "Nothing begins without a press on it", identifier)
        try require(!isHidden, "Nothing begins once the window has closed", identifier)
    }

    /// The options that are on and take something, with their answers.
    private var chosen: [Sheet.ChosenOption] {
        offered.filter { state.options.on.contains($0.identifier) }.map { option in
            let answers = state.options.answers(option.identifier).filter { !$0.value.isEmpty }
            return .init(identifier: option.identifier, answers: answers.isEmpty ? nil : answers)
        }
    }

    private func copies(_ content: [Item]) -> Copies? {
        copies.last {
            $0.reply.content == content && $0.request.options == chosen
                && $0.request.content == state.selected
                && $0.request.caption == caption
        }
    }

    private func checkContent(_ content: [Item]) throws {
        let unknown = state.options.on.subtracting(known)
        try require(unknown.isEmpty, "Nothing leaves while an option is unknown", "\(unknown)")
        try require(content == state.items, "What the sheet shows is what leaves", "\(content)")
        let isRight = chosen.isEmpty ? content == state.selected : copies(content) != nil
        try require(
            isRight, "Only what the options that are on have made leaves",
            "\(chosen.map(\.identifier)), \(content.compactMap(\.representation.name))")
    }

    private var remaining: Sheet.Remaining? {
        let on = SheetStep.options.filter { state.options.on.contains($0.identifier) }
        guard on.contains(where: { !$0.removesPrivately.isEmpty }) else {
            return on.remaining(in: .init())
        }
        guard !chosen.isEmpty else { return facts.map { on.remaining(in: $0) } }
        return copies(state.items).map {
            on.remaining(in: .init(facts: $0.reply.facts ?? [], unread: $0.reply.unread ?? []))
        }
    }

    private func checkRemaining(_ content: [Item]) throws {
        guard let remaining else {
            throw BrokenInvariant("Nothing leaves before it was looked into")
        }
        guard !remaining.isEmpty else { return }
        try require(
            agreed?.content == content && agreed?.remaining == remaining,
            "What may remain leaves only if the person says so", "\(remaining)")
    }

    // MARK: The end

    func checkEnd(_ outcome: SheetOutcome, _ event: SheetEvent) throws {
        try require(self.outcome == nil, "A sheet ends once", "\(outcome)")
        let isRunning = calls.contains { $0.effect.isPerform }
        switch (outcome, event) {
        case (.performed, .progress(let progress)) where progress.result == .success: break
        case (.performed, _): throw BrokenInvariant("Performed means a success", "\(event)")
        case (.refused, .closedByCaller), (.refused, .programEnds), (.failed, .programEnds): break
        case (.refused, _): throw BrokenInvariant("Only a sheet broken off is refused")
        case (.left, _), (.failed, _):
            try require(!isRunning, "What runs has a sheet that learns its end", "\(outcome)")
        }
    }

    func checkNotice(_ wasHidden: Bool, _ before: SheetState, _ effects: [SheetEffect]) throws {
        guard wasHidden, case .performing = before.page, let outcome, outcome != .left else { return }
        let isTold = effects.contains { if case .notify = $0 { true } else { false } }
        try require(isTold, "What ends behind a closed window is told by a notification", "\(outcome)")
    }

    /// The page shows that a change was refused; a notification tells it once of a page that was left.
    mutating func checkRefusal(_ event: SheetEvent, _ effects: [SheetEffect]) throws {
        guard case .edit(.changed(let number, .some)) = event else { return }
        let isTold = effects.contains { if case .notify = $0 { true } else { false } }
        if case .editing(let editing) = state.page, number == newest.edit {
            try require(editing.problem != nil && !isTold, "The page shows a refused change")
        } else {
            try require(
                isTold == toldPages.insert(number).inserted, "A refused change is told, once", "\(number)")
        }
    }

    /// Every page is left by Escape, and closed by its button, by its caller and with its program.
    private func checkWaysOut() throws {
        guard outcome == nil else { return }
        try require(
            leads(by: .programEnds(isLast: true), times: 1, hides: false), "A program's end ends it")
        guard !isHidden else { return }
        try require(leads(by: .leave, times: 5, hides: true), "Escape leads out", "\(state.page)")
        try require(
            leads(by: .close, times: 1, hides: true), "The close button closes", "\(state.page)")
        try require(leads(by: .closedByCaller, times: 1, hides: true), "Its caller can close it")
    }

    private func leads(by event: SheetEvent, times: Int, hides: Bool) -> Bool {
        var state = state
        for _ in 0..<times {
            for effect in state.apply(event) {
                switch effect {
                case .end: return true
                case .hide: if hides { return true }
                default: break
                }
            }
        }
        return false
    }

    // MARK: Every step

    func check(_ event: SheetEvent, _ before: SheetState) throws {
        try checkWaysOut()
        try checkPage()
        try checkCancelling()
        try checkStability(event, before)
    }

    private func checkPage() throws {
        guard outcome == nil else { return }
        let isRunning = calls.contains { $0.effect.isPerform }
        switch state.page {
        case .performing(let performing):
            try require(performing.hasBegun == isRunning, "The page shows what runs", "\(state.page)")
        default: try require(!isRunning, "What runs keeps its page", "\(state.page)")
        }
        if state.performing == nil {
            try require(!isHidden, "A closed window has no page that waits for a person", "\(state.page)")
        }
        if case .confirming(let question) = state.page {
            try require(!question.remaining.isEmpty, "Only what remains is asked about")
        }
        if case .failed(let failure) = state.page {
            try require(!failure.reason.isEmpty, "Every failure has a reason")
        }
    }

    private func checkCancelling() throws {
        for call in calls where call.unit != nil && !call.isCancelled {
            if call.effect.isPerform {
                try require(
                    !isCancelled || outcome != nil,
                    "What the person has cancelled is cancelled once it has a name")
            } else {
                let isAwaited = outcome == nil && state.options.preparing?.unit == call.unit
                try require(isAwaited, "Copies that nobody awaits are cancelled", "\(call.unit ?? "")")
            }
        }
    }

    /// An open sheet never rearranges itself, and no switch turns by itself.
    private func checkStability(_ event: SheetEvent, _ before: SheetState) throws {
        switch event {
        case .switchOption: break
        default: try require(state.options.on == before.options.on, "Only the person turns a switch")
        }
        switch event {
        case .listed: break
        default:
            try require(state.activities == before.activities, "The list changes with a list alone")
        }
        guard before.quickAccess.isPainted, state.quickAccess.isPainted else { return }
        let (old, new) = (before.quickAccess.tiles.map(\.key), state.quickAccess.tiles.map(\.key))
        try require(
            new.starts(with: old) && new.count <= 8, "A painted row keeps its tiles in their places")
    }
}
