// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// The daemon's answers.
extension SheetState {
    mutating func list() -> [SheetEffect] {
        listing += 1
        listedContent = items
        // The person has asked for another list, so the first row may change with it.
        quickAccess.unsettle()
        // The page of options stays: what is switched there has the list asked for.
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
        // Answered first, so that nothing moves when the list is there.
        return [askForTargets(searching: false), .listAsFiles(listing, asFiles), .list(listing, list)]
            + targets
    }

    /// Whether a list is what the person waits for; a form, or what runs, is not turned away by one that comes late.
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

    /// All at once, in the order in which they are read.
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
        var perform = Sheet.PerformRequest(identifier: attempt.identifier, content: items)
        perform.answers = attempt.answers.isEmpty ? nil : attempt.answers
        perform.locale = request.locale
        perform.activationToken = attempt.activationToken
        return [.perform(perform), .awaitProgress(attempts)]
    }

    /// An activity with live choices says only when asked what there is to choose from.
    mutating func ask(_ attempt: Attempt) -> [SheetEffect] {
        guard options.faults.isEmpty else { return turnToOptions() }
        guard options.isReady else { return awaitCopies(attempt, isAsking: true) }
        attempts += 1
        var asking = RunningActivity(attempt: attempt)
        asking.isAsking = true
        page = .performing(asking)
        let form = Sheet.FormRequest(
            identifier: attempt.identifier, content: items, locale: request.locale)
        return [.ask(form), .awaitProgress(attempts)]
    }

    mutating func asked(
        _ identifier: String, _ answer: Result<[Sheet.Field], ServiceFault>
    ) -> [SheetEffect] {
        guard let asking = performing, asking.isAsking,
            asking.attempt.identifier.isExactly(identifier)
        else { return [] }
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

    /// A notification only of what a person cannot see otherwise: a thing that was made, the activity's last word, or the
    /// end of what went on in the background. Its title says what has happened; an activity's own title is an order.
    private func success(_ performing: RunningActivity, _ progress: Sheet.Progress) -> [SheetEffect] {
        let (title, last) = (performing.attempt.title, performing.lastWord)
        guard let made = progress.made, let first = made.first else {
            if let last { return [.notify(SheetNotice(title: last, body: title))] }
            return performing.isHidden ? [.notify(SheetNotice(title: words.finished(title)))] : []
        }
        let deed = last ?? folder(of: made).map { words.saved(to: $0) } ?? words.finished(title)
        let body = made.count > 1 ? words.items(made.count) : DisplayedName(uri: first.uri).text
        let isFile = URILocation(first.uri) == .thisMachine
        return [.notify(SheetNotice(title: deed, body: body, shows: isFile ? first.uri : nil))]
    }

    /// The name of the one folder in which all files are; nil if it is hidden, as an application's own data is.
    private func folder(of made: [Sheet.Made]) -> String? {
        let folders = Set(made.map { $0.uri.prefix(upTo: $0.uri.lastIndex(of: "/") ?? $0.uri.startIndex) })
        guard folders.count == 1, let folder = folders.first, URILocation(made[0].uri) == .thisMachine,
            !folder.contains("/."), !folder.hasSuffix("/")
        else { return nil }
        return DisplayedName(uri: String(folder)).text
    }

    /// A daemon that went away is asked once what became of the unit. Where it had not named one yet, whether the
    /// activity began is not known, and only the person may begin it again.
    mutating func lost(_ fault: ServiceFault) -> [SheetEffect] {
        guard let performing else { return [] }
        if fault == .disconnected, let unit = performing.unit, !hasReconnected {
            hasReconnected = true
            return [.follow(unit: unit)] + (performing.isCancelling ? [.cancel(unit: unit)] : [])
        }
        if case .refused(let refusal) = fault, !performing.isHidden {
            if refusal.name == "ContentChanged", !options.applied.isEmpty { return copiesAreOld(fault) }
            if reopen(refusal, performing.attempt) { return [] }
        }
        fail(performing, fault)
        guard performing.isHidden, case .failed(let failure) = page else { return [] }
        return [.notify(SheetNotice(title: failure.heading, body: failure.reason))]
            + end(.failed(reason: failure.sentence))
    }

    /// The daemon asks for answers, or will not have one.
    private mutating func reopen(_ refusal: ServiceFault.Refusal, _ attempt: Attempt) -> Bool {
        if let fields = refusal.fields {
            open(fields, of: attempt)
            return true
        }
        guard let field = refusal.field, var form = submitted,
            form.identifier.isExactly(attempt.identifier), form.answers[field] != nil
        else { return false }
        form.refuse(field, words)
        page = .form(form)
        return true
    }

    /// Once there is a unit it has begun, and whatever keeps its end from being told leaves that end open.
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

    /// As it would be asked for if it were a file.
    fileprivate var asFile: Item {
        var item = self
        if isFolder { item.representation.type = "application/octet-stream" }
        return item
    }
}
