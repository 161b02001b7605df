// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

extension SheetState {
    mutating func list() -> [SheetEffect] {
        listing += 1
        listedContent = items
        // A new list may change the first row.
        quickAccess.unfreeze()
        // The options page stays visible: a switch on it may have caused the new list.
        if activities.isEmpty, !showsOptions { page = .listing }
        var list = Sheet.ListRequest(content: items)
        list.exclude = request.exclude.isEmpty ? nil : request.exclude
        list.locale = request.locale
        list.width = request.isCompact ? .compact : .regular
        listedAsFiles = []
        let targets = hasAppeared ? [askForTargets(searching: true)] : []
        guard items.contains(where: \.isFolder) else {
            return [askForTargets(searching: false), .list(listing, list)] + targets
        }
        var asFiles = list
        asFiles.content = items.map(\.asFile)
        // Replies arrive in order, so nothing moves after the list is shown.
        return [askForTargets(searching: false), .listAsFiles(listing, asFiles), .list(listing, list)]
            + targets
    }

    /// Whether a new list changes the page; it replaces neither a form nor a running activity.
    private var awaitsList: Bool {
        switch page {
        case .listing, .activities: true
        case .failed(let failure): failure.subject == .listing
        case .form, .editing, .confirming, .performing, .ended: false
        }
    }

    mutating func listed(_ reply: Sheet.ListReply) -> [SheetEffect] {
        activities = reply.activities
        quickAccess.arrange(activities)
        let present = Set(activities.map(\.identifier))
        icons = icons.filter { present.contains($0.key) }
        hints = []
        hasReconnected = false
        if awaitsList { page = .activities }
        askAtOpening()
        guard activities.isEmpty else { return missingIcons() }
        return [.explain(listing, Registry.ExplainRequest(content: items))]
    }

    mutating func failedListing(_ fault: ServiceFault) -> [SheetEffect] {
        if fault == .disconnected, !hasReconnected {
            hasReconnected = true
            return list()
        }
        if awaitsList {
            page = .failed(SheetFailure(.listing, words.noAnswer, FailureCause(fault, words)))
        }
        return []
    }

    /// Requests all missing icons at once, in reading order.
    func missingIcons() -> [SheetEffect] {
        guard let appearance else { return [] }
        let missing = (activities.map(\.identifier) + inSight).filter { icons[$0] == nil }
        return missing.isEmpty ? [] : [.icons(missing, appearance)]
    }

    mutating func appear(_ appearance: IconAppearance) -> [SheetEffect] {
        guard appearance != self.appearance else { return [] }
        self.appearance = appearance
        icons = [:]
        return missingIcons()
    }

    mutating func begin(_ attempt: Attempt) -> [SheetEffect] {
        guard options.faults.isEmpty else { return turnToOptions() }
        guard options.isReady else { return awaitCopies(attempt, isAsking: false) }
        guard !options.asksFirst else {
            askFirst(attempt)
            return []
        }
        attempts += 1
        hasReconnected = false
        page = .performing(RunningActivity(attempt: attempt))
        var perform = Sheet.PerformRequest(
            identifier: attempt.identifier, content: items, caption: currentWords.caption,
            subject: currentWords.subject)
        perform.answers = attempt.answers.isEmpty ? nil : attempt.answers
        perform.locale = request.locale
        perform.activationToken = attempt.activationToken
        return [.perform(perform), .awaitProgress(attempts)]
    }

    mutating func ask(_ attempt: Attempt) -> [SheetEffect] {
        guard options.faults.isEmpty else { return turnToOptions() }
        guard options.isReady else { return awaitCopies(attempt, isAsking: true) }
        attempts += 1
        var asking = RunningActivity(attempt: attempt)
        asking.isAsking = true
        page = .performing(asking)
        let form = Sheet.FormRequest(
            identifier: attempt.identifier, content: items, locale: request.locale)
        return [.ask(attempts, form), .awaitProgress(attempts)]
    }

    mutating func asked(
        _ number: Int, _ answer: Result<[Sheet.Field], ServiceFault>
    ) -> [SheetEffect] {
        guard let asking = performing, asking.isAsking, number == attempts else { return [] }
        switch answer {
        case .success(let fields): return proceed(asking.attempt, fields)
        case .failure(.disconnected) where !hasReconnected:
            hasReconnected = true
            return ask(asking.attempt)
        case .failure(let fault):
            let heading = words.failed(asking.attempt.title)
            page = .failed(SheetFailure(.asking(asking.attempt), heading, FailureCause(fault, words)))
        }
        return []
    }

    mutating func progress(_ progress: Sheet.Progress) -> [SheetEffect] {
        guard var performing else { return [] }
        hasReconnected = false
        let isNew = performing.unit == nil
        performing.unit = progress.unit
        performing.fraction = progress.fraction ?? performing.fraction
        performing.status = progress.status ?? performing.status
        self.performing = performing
        guard progress.state == .finished else {
            return isNew && performing.isCancelling ? [.cancel(unit: progress.unit)] : []
        }
        return finished(performing, progress)
    }

    private mutating func finished(_ performing: RunningActivity, _ progress: Sheet.Progress) -> [SheetEffect]
    {
        switch progress.result {
        case .success:
            typed[performing.attempt.identifier] = nil
            return success(performing, progress) + end(.performed)
        case .cancelled: return end(.left)
        case .failure, nil:
            let attempt = performing.attempt
            let failure = SheetFailure(
                .performing(attempt), words.failed(attempt.title), FailureCause(progress, words))
            guard performing.isHidden else {
                page = .failed(failure)
                return []
            }
            return [.notify(SheetNotice(title: failure.heading, body: failure.reason))]
                + end(.failed(reason: failure.sentence))
        }
    }

    /// Notifies only of results that the person cannot see otherwise: a new file, the activity's final
    /// sentence, or the end of a background activity. The notification's title says what has happened, since
    /// an activity's own title is an imperative.
    private func success(_ performing: RunningActivity, _ progress: Sheet.Progress) -> [SheetEffect] {
        let (title, last) = (performing.attempt.title, performing.successMessage)
        guard let made = progress.made, let first = made.first else {
            if let last { return [.notify(SheetNotice(title: last, body: title))] }
            return performing.isHidden ? [.notify(SheetNotice(title: words.finished(title)))] : []
        }
        let deed = last ?? folder(of: made).map { words.saved(to: $0) } ?? words.finished(title)
        let body = made.count > 1 ? words.items(made.count) : DisplayedName(uri: first.uri).text
        let isFile = URILocation(first.uri) == .thisMachine
        return [.notify(SheetNotice(title: deed, body: body, shows: isFile ? first.uri : nil))]
    }

    /// The name of the folder that contains all files; nil for several folders, the root, another machine's
    /// folder, and a hidden one such as an application's data.
    private func folder(of made: [Sheet.Made]) -> String? {
        let folders = Set(made.map { $0.uri.prefix(upTo: $0.uri.lastIndex(of: "/") ?? $0.uri.startIndex) })
        guard folders.count == 1, let folder = folders.first, URILocation(made[0].uri) == .thisMachine,
            !folder.contains("/."), !folder.hasSuffix("/")
        else { return nil }
        return DisplayedName(uri: String(folder)).text
    }

    /// Handles a perform that was refused or interrupted. A refusal may reopen the form or the options. After
    /// a disconnection, a known unit is followed again, once between two reports; without one the activity
    /// may or may not have started, and only the person may start it again.
    mutating func lost(_ fault: ServiceFault) -> [SheetEffect] {
        guard let performing else { return [] }
        if fault == .disconnected, let unit = performing.unit, !hasReconnected {
            hasReconnected = true
            return [.follow(unit: unit)] + (performing.isCancelling ? [.cancel(unit: unit)] : [])
        }
        if case .refused(let error) = fault, !performing.isHidden {
            if case .contentChanged = error, !options.applied.isEmpty { return copiesAreOld(fault) }
            if reopen(error, performing.attempt) { return [] }
        }
        fail(performing, fault)
        guard performing.isHidden, case .failed(let failure) = page else { return [] }
        return [.notify(SheetNotice(title: failure.heading, body: failure.reason))]
            + end(.failed(reason: failure.sentence))
    }

    /// Reopens the form if the daemon requires answers or rejected one; returns false if there is no form to
    /// open.
    private mutating func reopen(_ error: CallError, _ attempt: Attempt) -> Bool {
        switch error {
        case .answersRequired(let fields):
            open(fields, of: attempt)
            return true
        case .invalidAnswer(let field, _), .optionsUnavailable(let field, _):
            guard var form = submitted, form.identifier.isExactly(attempt.identifier),
                form.answers[field] != nil
            else { return false }
            form.refuse(field, words)
            page = .form(form)
            return true
        default: return false
        }
    }

    /// Shows the failure. After a disconnection, or once there is a unit, the outcome is unknown.
    private mutating func fail(_ performing: RunningActivity, _ fault: ServiceFault) {
        let title = performing.attempt.title
        let isOpen = fault == .disconnected || performing.unit != nil
        let heading = isOpen ? words.unknown(title) : words.failed(title)
        page = .failed(
            SheetFailure(.performing(performing.attempt), heading, FailureCause(fault, words)))
    }
}

extension Item {
    fileprivate var isFolder: Bool { representation.type == "inode/directory" }

    /// The item as if it were a file.
    fileprivate var asFile: Item {
        var item = self
        if isFolder { item.representation.type = "application/octet-stream" }
        return item
    }
}
