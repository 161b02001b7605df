// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection

extension SheetState {
    mutating func choose(_ identifier: String, _ token: String?) -> [SheetEffect] {
        guard page == .activities, let activity = activity(identifier) else { return [] }
        let attempt = Attempt(identifier: identifier, title: activity.title, activationToken: token)
        guard let fields = activity.form, !fields.isEmpty else { return begin(attempt) }
        if fields.contains(where: { $0.live == true || $0.remember == true }) { return ask(attempt) }
        open(fields, of: attempt)
        return []
    }

    mutating func open(_ fields: [Sheet.Field], of attempt: Attempt) {
        let target = attempt.target
        // An earlier answer must not redirect a press on a target.
        if let target { typed[attempt.identifier]?[target.field] = nil }
        var form = FormState(
            identifier: attempt.identifier, title: activity(attempt.identifier)?.title ?? attempt.title,
            fields: target?.answering(fields) ?? fields, typed: typed[attempt.identifier] ?? [:],
            locale: locale)
        form.target = target
        page = .form(form)
    }

    mutating func type(_ text: String, into field: String) {
        guard case .form(var form) = page else { return }
        form.type(text, into: field)
        typed[form.identifier] = form.answers
        page = .form(form)
    }

    mutating func submit(_ token: String?) -> [SheetEffect] {
        guard case .form(var form) = page else { return [] }
        guard form.check(words) else {
            page = .form(form)
            return []
        }
        submitted = form
        return begin(attempt(form, token))
    }

    mutating func back() -> [SheetEffect] {
        switch page {
        case .editing(let editing): return leaveEditing(editing)
        case .form, .confirming: page = .activities
        case .failed(let failure) where failure.subject.canReturnToList: page = .activities
        default: break
        }
        return []
    }

    mutating func tryAgain() -> [SheetEffect] {
        guard case .failed(let failure) = page else {
            return page == .activities && !options.faults.isEmpty ? prepareAgain() : []
        }
        hasReconnected = false
        switch failure.subject {
        case .listing: return list()
        case .preparing: return prepareAgain()
        case .asking(let attempt): return ask(attempt)
        case .performing(let attempt): return begin(attempt)
        }
    }

    mutating func cancel() -> [SheetEffect] {
        guard let performing else { return [] }
        // A second cancel closes the window, which a hung daemon would otherwise keep open.
        guard !performing.isCancelling else { return hide() }
        guard performing.hasBegun else {
            page = .activities
            return []
        }
        self.performing?.isCancelling = true
        return performing.unit.map { [.cancel(unit: $0)] } ?? []
    }

    /// Goes one step back. Returns to the grid from a touched form (whose answers are kept), the editing
    /// page, the question, the options or the list of items. Cancels a running activity, whose exit decides
    /// the outcome. Ends the sheet on other pages.
    mutating func leave() -> [SheetEffect] {
        switch page {
        case .form(let form) where form.isTouched:
            page = .activities
            return []
        case .editing(let editing): return leaveEditing(editing)
        case .confirming: return back()
        case .activities where showsOptions || showsItems:
            show()
            return []
        case .performing: return cancel()
        case .failed(let failure): return end(.failed(reason: failure.sentence))
        case .ended: return []
        default: return end(.left)
        }
    }

    /// Whether closing the sheet loses none of the person's input: it shows the activities for all shared
    /// items, and nothing has been typed, switched, opened or started.
    package var isUntouched: Bool {
        switch page {
        case .listing, .activities: break
        case .form, .editing, .confirming, .performing, .failed, .ended: return false
        }
        return !showsItems && !showsOptions && selected == request.items
            && originalWords.caption == request.caption
            && options.on == Set(request.options.map(\.identifier))
            && typed.values.allSatisfy(\.isEmpty)
    }

    /// Ends an untouched sheet without a parent when another window gets the focus.
    mutating func focusLost() -> [SheetEffect] {
        request.parent == .none && isUntouched ? end(.left) : []
    }

    /// Closes the window on any page. A running activity is cancelled as by `leave`. The daemon reports it as
    /// cancelled, and no notification follows, even if it ignores the signal: systemd cannot tell that from
    /// cleaning up and exiting with 0. The notification of an activity that had ended before the cancel
    /// arrived is still sent.
    mutating func close() -> [SheetEffect] {
        switch page {
        case .activities, .form, .editing, .confirming: return end(.left)
        case .performing(let performing) where !performing.hasBegun: return end(.left)
        case .performing: return cancel() + hide()
        default: return leave()
        }
    }

    /// Ends the sheet. If an activity runs, only hides it: the activity is the person's, not the caller's.
    mutating func closedByCaller() -> [SheetEffect] {
        performing?.hasBegun == true ? hide() : end(.refused(.serviceGone))
    }

    /// Ends the sheet with a notification that it vanished, or that the outcome of its activity is unknown. A
    /// running activity keeps its sheet until the last call.
    mutating func programEnds(_ isLast: Bool) -> [SheetEffect] {
        switch page {
        case .ended: return []
        case .failed(let failure): return end(.failed(reason: failure.sentence))
        case .performing(let performing) where performing.hasBegun:
            guard isLast else { return [] }
            let notice = SheetNotice(title: words.unknown(performing.attempt.title))
            return [.notify(notice)] + end(.failed(reason: notice.title))
        default:
            return [.notify(SheetRefusal.serviceGone.notice(in: words))] + end(.refused(.serviceGone))
        }
    }

    mutating func hide() -> [SheetEffect] {
        guard let performing, performing.hasBegun, !performing.isHidden else { return [] }
        self.performing?.isHidden = true
        return [.hide]
    }

    mutating func show(items: Bool = false, options: Bool = false) {
        (showsItems, showsOptions) = (items, options && !self.options.offered.isEmpty)
    }

    /// Removes an item and lists again; with an active option, once there are copies without the item.
    mutating func removeItem(_ index: Int) -> [SheetEffect] {
        guard page == .activities || page == .listing, selected.count > 1, selected.indices.contains(index)
        else { return [] }
        selected.remove(at: index)
        options.removeItem(index)
        (items, options.applied, options.copies) = (selected, [], nil)
        let looked = options.requestNumber > 0 ? requestFacts() : []
        return prepare() + looked
    }

    /// The subject stays: it may be the name of the only link.
    mutating func removeCaption() -> [SheetEffect] {
        guard page == .activities || page == .listing, originalWords.caption != nil else { return [] }
        originalWords.caption = nil
        (currentWords, items, options.applied, options.copies) = (originalWords, selected, [], nil)
        if selected.count == 1 { showsItems = false }
        let looked = options.requestNumber > 0 ? requestFacts() : []
        return prepare() + looked
    }

    mutating func end(_ outcome: SheetOutcome) -> [SheetEffect] {
        let cancelled = cancelPreparation()
        page = .ended(outcome)
        return cancelled + [.end(outcome)]
    }
}
