// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
package import ActivityModel
import ContentSelection
import StrictJSON

/// The options of what leaves, and the copies that are made with them.
extension SheetState {
    /// The head's words about what leaves, besides name and size; nil if nothing is known.
    package var leaving: String? {
        if !options.areApplied {
            if case .failed = page { return nil }
            return options.faults.isEmpty ? words.preparing : nil
        }
        let parts = [titles(options.applied.map(\.identifier)), inside].compactMap(\.self).filter {
            !$0.isEmpty
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// Facts in the original that no applied option removes.
    private var inside: String? {
        let removed = Set(options.applied.flatMap { options.option($0.identifier)?.removes ?? [] })
        // A camera's name is the picture's word for it.
        return options.offered.lazy
            .filter { Self.telling.contains($0.identifier) && !removed.isSuperset(of: $0.removes) }
            .compactMap(\.detail).map { DisplayedName($0).text }.first { !$0.isEmpty }
    }

    /// The head's warning: a change that failed, or items that may still hold private facts; nil without one.
    package var warning: String? {
        if !options.faults.isEmpty { return words.failed(titles(options.faults.keys.sorted())) }
        guard options.areApplied, !options.unread.isEmpty else { return nil }
        return words.unread(
            items.count > 1 ? words.taken(options.unread.count, of: items.count) : unreadNames.joined())
    }

    /// Names of the items that may still hold private facts, four at most.
    package var unreadNames: [String] {
        let places = options.unread.filter(items.indices.contains)
        let names = places.prefix(4).map {
            DisplayedName(SelectionSummary.name(of: items[$0]) ?? words.text).text
        }
        return names + (places.count > names.count ? ["…"] : [])
    }

    /// Titles of the options that are to remove something private; one that is not offered may be.
    package var privacyTitles: String {
        func isPrivate(_ kind: String) -> Bool { FactKind(rawValue: kind)?.isPrivate == true }
        return titles(
            options.applied.map(\.identifier).filter {
                options.option($0)?.removes.contains(where: isPrivate) != false
            })
    }

    /// Options whose details say what is inside. Those of others say what would become of it.
    private static let telling = ["io.activityd.without-location", "io.activityd.without-metadata"]

    /// Rows of the list of items: the copies, unless several items became one.
    package var listedItems: [Item] { items.count == selected.count ? items : selected }

    private func titles(_ identifiers: [String]) -> String {
        identifiers.map(title(ofOption:)).joined(separator: ", ")
    }

    private func title(ofOption identifier: String) -> String {
        options.option(identifier)?.title ?? identifier
    }

    // MARK: - The offer

    /// The first frame waits for no program.
    mutating func appeared() -> [SheetEffect] {
        guard !hasAppeared else { return [] }
        hasAppeared = true
        return askForOptions() + [askForTargets(searching: true)]
    }

    mutating func askForOptions() -> [SheetEffect] {
        options.asked += 1
        return [.options(options.asked, Sheet.OptionsRequest(content: selected, locale: request.locale))]
    }

    mutating func offered(
        _ number: Int, _ answer: Result<Sheet.OptionsReply, ServiceFault>
    ) -> [SheetEffect] {
        guard number == options.asked else { return [] }
        switch answer {
        case .failure: options.isKnown = true
        case .success(let reply):
            // Only the first offer grows in sight; a later one replaces it whole.
            guard reply.final || number == 1 else { return [] }
            options.offer(reply.options)
            options.isKnown = options.isKnown || reply.final
        }
        // One that has failed is tried again by the person alone.
        if performing?.hasBegun == true || !options.faults.isEmpty { return [] }
        guard options.isKnown, !options.areApplied, options.preparing?.request != wanted else { return [] }
        return prepare()
    }

    // MARK: - The person

    mutating func switchOption(_ identifier: String, _ isOn: Bool) -> [SheetEffect] {
        guard page == .activities, options.option(identifier) != nil,
            isOn != options.on.contains(identifier)
        else { return [] }
        if isOn { options.on.insert(identifier) } else { options.on.remove(identifier) }
        return prepare()
    }

    mutating func answerOption(_ identifier: String, _ field: String, _ answer: String) -> [SheetEffect] {
        guard page == .activities, options.option(identifier) != nil,
            options.answers(identifier)[field]?.isExactly(answer) != true
        else { return [] }
        options.answers[identifier, default: [:]][field] = answer
        return options.on.contains(identifier) ? prepare() : []
    }

    // MARK: - The copies

    private var wanted: Sheet.PrepareRequest {
        Sheet.PrepareRequest(content: selected, options: options.chosen, locale: request.locale)
    }

    /// Has the items made as the switches say; the daemon has those that it made before, unless a file has changed since.
    /// Before the offer is known the order is not.
    mutating func prepare() -> [SheetEffect] {
        let cancelled = cancelPreparation()
        let wanted = wanted
        options.faults = [:]
        if wanted.options.isEmpty { return cancelled + replaceContent(with: selected, by: [], unread: []) }
        // The switches are back at what the items were made with.
        if options.areApplied { return cancelled }
        guard options.isKnown else { return cancelled }
        options.newest += 1
        options.current = options.newest
        options.preparations[options.newest] = Preparation(request: wanted)
        return cancelled + [.prepare(options.newest, wanted)]
    }

    /// The copies of a preparation that ended are the daemon's: they last until the session ends, for what may still read them.
    mutating func cancelPreparation() -> [SheetEffect] {
        guard let current = options.current else { return [] }
        options.current = nil
        options.preparations[current]?.isCancelled = true
        return options.preparations[current]?.unit.map { [.cancelPreparation(unit: $0)] } ?? []
    }

    /// The sheet is now about these.
    private mutating func replaceContent(
        with content: [Item], by chosen: [Sheet.ChosenOption], unread: [Int]
    ) -> [SheetEffect] {
        (items, options.applied) = (content, chosen)
        (options.unread, options.isConfirmed) = (unread, false)
        let relisted = content == listedContent ? [] : list()
        return relisted + resume()
    }

    mutating func prepared(
        _ number: Int, _ answer: Result<Sheet.PrepareReply, ServiceFault>
    ) -> [SheetEffect] {
        guard var preparation = options.preparations[number] else { return [] }
        switch answer {
        case .success(let reply) where reply.state != .finished:
            let isNew = preparation.unit == nil
            preparation.unit = reply.unit
            preparation.fraction = reply.fraction ?? preparation.fraction
            preparation.status = reply.status ?? preparation.status
            options.preparations[number] = preparation
            return isNew && preparation.isCancelled ? [.cancelPreparation(unit: reply.unit)] : []
        case .success(let reply):
            guard reply.result == .success, let content = reply.content, !content.isEmpty else {
                return failed(number, FailureCause(reply, words))
            }
            options.preparations[number] = nil
            guard number == options.current else { return [] }
            options.current = nil
            return replaceContent(
                with: content, by: preparation.request.options, unread: reply.unread ?? [])
        case .failure(let fault): return failed(number, FailureCause(fault, words))
        }
    }

    /// The switches stay on, so nothing leaves; the page of options says why. An option that the daemon does not offer has no
    /// switch there, and takes a page of failure.
    private mutating func failed(_ number: Int, _ cause: FailureCause) -> [SheetEffect] {
        guard let preparation = options.preparations.removeValue(forKey: number), number == options.current
        else { return [] }
        options.current = nil
        let failed = preparation.request.options.filter { !options.applied.contains($0) }.map(\.identifier)
        blame(failed, cause)
        guard failed.allSatisfy({ options.option($0) != nil }) else {
            page = .failed(SheetFailure(.preparing, words.failed(titles(failed)), cause))
            return []
        }
        return turnToOptions()
    }

    /// A file has changed since its copy was made: the person looks at a new copy before anything is shared.
    mutating func copiesAreOld(_ fault: ServiceFault) -> [SheetEffect] {
        blame(options.applied.map(\.identifier), FailureCause(fault, words))
        options.applied = []
        return turnToOptions()
    }

    private mutating func blame(_ identifiers: [String], _ cause: FailureCause) {
        for identifier in identifiers {
            options.faults[identifier] = "\(words.failed(title(ofOption: identifier))): \(cause.reason)"
        }
    }

    /// Typed answers stay; a press that waited for the copies is dropped, and the person has to press again.
    private mutating func turnToOptions() -> [SheetEffect] {
        show(options: true)
        switch page {
        case .editing(let editing): return leaveEditing(editing)
        // The list is still to come; its page gives way to the options then.
        case .listing: return []
        case .failed(let failure) where failure.subject == .listing: return []
        default: page = .activities
        }
        return []
    }

    /// Makes the copies once more.
    mutating func prepareAgain() -> [SheetEffect] {
        if case .failed = page { page = answered == listing ? .activities : .listing }
        return prepare()
    }

    // MARK: - What may be left

    mutating func shareAnyway() -> [SheetEffect] {
        guard case .confirming(let attempt) = page else { return [] }
        options.isConfirmed = true
        return begin(attempt)
    }

    // MARK: - Waiting for copies

    /// Nothing has begun yet; once the copies are there, it does.
    mutating func awaitCopies(_ attempt: Attempt, isAsking: Bool) -> [SheetEffect] {
        attempts += 1
        var waiting = RunningActivity(attempt: attempt)
        (waiting.isAsking, waiting.isPreparing) = (isAsking, true)
        page = .performing(waiting)
        let begun = options.preparing == nil ? prepare() : []
        return [.awaitProgress(attempts)] + begun
    }

    private mutating func resume() -> [SheetEffect] {
        guard let waiting = performing, waiting.isPreparing else { return [] }
        return waiting.isAsking ? ask(waiting.attempt) : begin(waiting.attempt)
    }
}

extension FailureCause {
    fileprivate init(_ reply: Sheet.PrepareReply, _ words: Words) {
        self.init(
            Sheet.Progress(state: .finished, unit: reply.unit, result: .failure, reason: reply.reason), words)
    }
}
