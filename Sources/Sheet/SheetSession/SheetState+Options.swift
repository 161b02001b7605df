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
            return words.preparing
        }
        if !options.faults.isEmpty { return words.failed(titles(options.faults.keys.sorted())) }
        guard options.applied.isEmpty else {
            return titles(options.applied.map(\.identifier))
        }
        // A camera's name is the picture's word for it.
        return options.offered.lazy.filter { Self.telling.contains($0.identifier) }.compactMap(\.detail)
            .map { DisplayedName($0).text }.first { !$0.isEmpty }
    }

    /// Options whose details say what is inside. Those of others say what would become of it.
    private static let telling = ["io.activityd.without-location", "io.activityd.without-metadata"]

    /// Rows of the list of items: the copies, unless several items became one.
    package var listedItems: [Item] { items.count == selected.count ? items : selected }

    private func titles(_ identifiers: [String]) -> String {
        identifiers.map(title(ofOption:)).joined(separator: ", ")
    }

    private func isRequired(_ identifier: String) -> Bool {
        request.options.contains { $0.identifier.isExactly(identifier) }
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
        if performing?.hasBegun == true { return [] }
        guard options.isKnown, !options.areApplied, options.preparing?.request != wanted else { return [] }
        return prepare()
    }

    // MARK: - The person

    mutating func switchOption(_ identifier: String, _ isOn: Bool) -> [SheetEffect] {
        guard page == .activities, options.option(identifier) != nil,
            isOn != options.on.contains(identifier)
        else { return [] }
        options.faults = [:]
        if isOn { options.on.insert(identifier) } else { options.on.remove(identifier) }
        return prepare()
    }

    mutating func answerOption(_ identifier: String, _ field: String, _ answer: String) -> [SheetEffect] {
        guard page == .activities, options.option(identifier) != nil,
            options.answers(identifier)[field]?.isExactly(answer) != true
        else { return [] }
        options.answers[identifier, default: [:]][field] = answer
        guard options.on.contains(identifier) else { return [] }
        options.faults = [:]
        return prepare()
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
        if wanted.options.isEmpty { return cancelled + replaceContent(with: selected, by: []) }
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
        with content: [Item], by chosen: [Sheet.ChosenOption]
    ) -> [SheetEffect] {
        (items, options.applied) = (content, chosen)
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
            return replaceContent(with: content, by: preparation.request.options)
        case .failure(let fault): return failed(number, FailureCause(fault, words))
        }
    }

    /// The switches go back, and whatever waited for the copies does not begin: the person has to look, and press again. An
    /// option that the sheet was to begin with stays on, and without it there is no sheet.
    private mutating func failed(_ number: Int, _ cause: FailureCause) -> [SheetEffect] {
        guard let preparation = options.preparations.removeValue(forKey: number), number == options.current
        else { return [] }
        options.current = nil
        let missing = preparation.request.options.filter { !options.applied.contains($0) }
        let required = missing.map(\.identifier).filter(isRequired)
        guard required.isEmpty else {
            page = .failed(SheetFailure(.listing, words.failed(titles(required)), cause))
            return []
        }
        for option in missing {
            let heading = words.failed(title(ofOption: option.identifier))
            options.faults[option.identifier] = "\(heading): \(cause.reason)"
        }
        options.revert()
        if !options.areApplied { options.on = [] }
        if options.on.isEmpty { (items, options.applied) = (selected, []) }
        if performing?.isPreparing == true {
            page = .activities
            showsOptions = true
        }
        return items == listedContent ? [] : list()
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
