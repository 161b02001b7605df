// SPDX-License-Identifier: Apache-2.0
//
// A sheet with a person, a window and a daemon who all do as they please, within the limits of `LiveSheet`: a
// closed window gets no input, a call that was hung up gets no answer, and changes are answered in order.

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import TestSupport

struct SheetWalk: Walker {
    struct Call {
        let effect: SheetEffect
        /// The name of what the call started; nil until the daemon has told it.
        var unit: String?
        /// Whether the sheet has asked to cancel that.
        var isCancelled = false
    }

    struct Copies {
        let request: Sheet.PrepareRequest
        let reply: Sheet.PrepareReply
    }

    static let television = Targets.target("tv", "Television", kind: "television")

    var state = SheetState(SheetRequest(items: [Sheets.photo]))
    var isOpen = false
    /// Calls without a final answer, oldest first.
    var calls: [Call] = []
    var given: [SheetEvent] = []
    var isHidden = false
    /// Editing pages of which a notification has told that a change was refused.
    var toldPages: Set<Int> = []
    var outcome: SheetOutcome?
    /// The activity that a press has chosen and that has not begun, and the value of a pressed target.
    var pressed: (identifier: String, target: String?)?
    /// Whether the person has cancelled the running activity.
    var isCancelled = false

    // What the daemon has told of the present items.

    var caption: String?
    var offered: [Sheet.ContentOption] = []
    /// Options that exist, whether or not they take an item.
    var known: Set<String> = []
    var facts: Sheet.Inspection?
    var copies: [Copies] = []
    /// The content that the person has agreed to share, with the facts in it.
    var agreed: (content: [Item], remaining: Sheet.Remaining)?
    /// The request of each preparation, and the numbers of those that have had their last answer.
    var requests: [Int: Sheet.PrepareRequest] = [:]
    var finished: Set<Int> = []
    /// Numbers of the newest call of each kind.
    var newest = (list: 0, look: 0, edit: 0, wait: 0)
    private var counted = 0

    mutating func take(_ step: SheetStep) throws {
        if case .open(let items, let hasCaption, let options) = step {
            if outcome != nil {
                try finish()
                self = SheetWalk()
            }
            if !isOpen { try open(items, hasCaption, options) }
            return
        }
        if !isOpen { try open(1, false, []) }
        switch step {
        case .open: break
        case .event(let event): if SheetWalk.comes(event, isHidden) { try send(event) }
        case .press(let value):
            let target = value == Self.television.value ? Self.television : Targets.phone
            if !isHidden { try send(.chooseTarget(target, activationToken: nil)) }
        case .answer(let answer, let call): try give(answer, call)
        case .answerWell(let number):
            if !calls.isEmpty { try give(calls[number % calls.count].goodAnswer, to: number % calls.count) }
        case .again(let number):
            if !given.isEmpty, isOutdated(given[number % given.count]) {
                try send(given[number % given.count])
            }
        }
    }

    private mutating func open(_ count: Int, _ hasCaption: Bool, _ options: [String]) throws {
        let folder = Item(Representation(type: "inode/directory", uri: "file:///home/ada/b"))
        var request = SheetRequest(items: Array([Sheets.photo, Sheets.note, folder].prefix(count)))
        request.caption = hasCaption ? "Look" : nil
        request.options = options.map { Sheet.ChosenOption(identifier: $0) }
        (state, caption, isOpen) = (SheetState(request), request.caption, true)
        try send(.opened)
    }

    /// Whether the event can come; whoever adds one says so here.
    private static func comes(_ event: SheetEvent, _ isHidden: Bool) -> Bool {
        switch event {
        case .closedByCaller, .programEnds: true
        case .choose, .chooseTarget, .type, .submit, .back, .tryAgain, .shareAnyway, .cancel, .leave, .close,
            .continueInBackground, .showItems, .editActivities, .edit, .removeItem, .removeCaption,
            .showOptions, .switchOption, .answerOption, .appeared, .appearance, .painted, .focusLost:
            !isHidden
        case .opened, .listed, .listedAsFiles, .targets, .offered, .inspected, .found, .prepared, .icon,
            .explained, .asked, .progress, .lost, .notCancelled, .progressIsDue:
            false
        }
    }

    mutating func send(_ event: SheetEvent) throws {
        let (before, wasHidden, isLate) = (state, isHidden, isOutdated(event))
        remember(event, before)
        let effects = state.apply(event)
        forget(event, before)
        for effect in effects { try carryOut(effect, event) }
        endPress()
        if isLate {
            try require(effects.isEmpty && state == before, "An answer that is too late changes nothing")
        }
        try check(event, before)
        try checkNotice(wasHidden, before, effects)
        try checkRefusal(event, effects)
        if case .prepared(let number, let answer) = event,
            (try? answer.get())?.state ?? .finished == .finished
        {
            finished.insert(number)
        }
    }

    /// Carries an effect out as `LiveSheet` does.
    private mutating func carryOut(_ effect: SheetEffect, _ event: SheetEvent) throws {
        if outcome != nil {
            switch (effect, event) {
            case (.cancelPreparation, _), (.notify, .edit(.changed)): break
            default: throw BrokenInvariant("Nothing follows the end", "\(effect)")
            }
        }
        var call = Call(effect: effect)
        switch effect {
        case .list(let number, _): newest.list = number
        case .options(let number, _):
            hangUp { if case .options = $0 { true } else { false } }
            newest.look = number
        case .inspect: hangUp { if case .inspect = $0 { true } else { false } }
        case .targets(_, _, searching: true):
            hangUp { if case .targets(_, _, searching: true) = $0 { true } else { false } }
        case .awaitProgress(let number):
            hangUp { if case .awaitProgress = $0 { true } else { false } }
            newest.wait = number
        case .describe(let number): newest.edit = number
        case .prepare(let number, let request): requests[number] = request
        case .perform(let request): try checkPerformed(request)
        case .ask(_, let request): try checkAsked(request)
        case .cancelPreparation(let unit):
            return try cancel(unit) { if case .prepare = $0 { true } else { false } }
        case .cancel(let unit): try cancel(unit) { $0.isPerform }
        case .follow(let unit): call.unit = unit
        case .hide: return hide()
        case .notify: return
        case .end(let outcome): return try end(outcome, event)
        case .listAsFiles, .targets, .icons, .explain, .findDecisions, .change, .findOptions: break
        }
        calls.append(call)
    }

    private mutating func hangUp(_ isOfKind: (SheetEffect) -> Bool) {
        calls.removeAll { isOfKind($0.effect) }
    }

    private mutating func hide() {
        isHidden = true
        hangUp {
            switch $0 {
            case .options, .inspect, .targets(_, _, searching: true): true
            default: false
            }
        }
    }

    private mutating func cancel(_ unit: String, _ isOfKind: (SheetEffect) -> Bool) throws {
        let index = calls.firstIndex { $0.unit == unit && isOfKind($0.effect) }
        try require(index != nil, "Only what runs is cancelled, by the name that the daemon gave it", unit)
        if let index { calls[index].isCancelled = true }
    }

    private mutating func end(_ outcome: SheetOutcome, _ event: SheetEvent) throws {
        try checkEnd(outcome, event)
        self.outcome = outcome
        hide()
    }

    mutating func nextUnit() -> String {
        counted += 1
        return "unit-\(counted)"
    }

    /// Closes the sheet; once the daemon has answered all calls, it has ended.
    mutating func finish() throws {
        if isOpen, !isHidden { try send(.close) }
        var rest = 200
        while let call = calls.first(where: { !$0.effect.isTimer }), rest > 0 {
            try give(call.lastAnswer, 0)
            rest -= 1
        }
        try require(
            !isOpen || outcome != nil, "A closed sheet ends with the daemon's last answer", "\(state.page)")
    }
}

extension SheetEffect {
    var isPerform: Bool {
        switch self {
        case .perform, .follow: true
        default: false
        }
    }

    fileprivate var isTimer: Bool { if case .awaitProgress = self { true } else { false } }
}

extension SheetWalk.Call {
    /// An answer that a sheet hopes for, but that does not end it.
    fileprivate var goodAnswer: SheetAnswer {
        switch effect {
        case .list: .list(.starred)
        case .targets: .targets(.both)
        case .options: .offer(SheetStep.options.map(\.identifier))
        case .inspect: .inspect(.location)
        case .findOptions: .find(.active)
        case .prepare: unit == nil ? .prepare(.started) : .prepare(.clean)
        case .ask: .ask(.options)
        case .perform, .follow: unit == nil ? .perform(.started) : .perform(.failure)
        case .cancel: .cancel(succeeds: false)
        case .change, .findDecisions, .describe, .listAsFiles, .icons, .explain, .awaitProgress,
            .cancelPreparation, .hide, .notify, .end:
            lastAnswer
        }
    }

    /// An answer that leaves as little to the sheet as there is.
    fileprivate var lastAnswer: SheetAnswer {
        switch effect {
        case .list: .list(.refused)
        case .targets: .targets(.none)
        case .options: .noOffer
        case .inspect: .inspect(.failed)
        case .findOptions: .noBundles
        case .prepare: unit == nil ? .prepare(.started) : .prepare(.failed)
        case .ask: .ask(.refused)
        case .perform, .follow: unit == nil ? .perform(.started) : .perform(.failure)
        case .cancel: .cancel(succeeds: true)
        case .describe: .describe(isHidden: false)
        case .findDecisions: .decide(stars: false)
        case .change: .change(succeeds: false)
        case .listAsFiles, .icons, .explain: .other
        case .awaitProgress: .wait
        case .cancelPreparation, .hide, .notify, .end: .other
        }
    }
}
