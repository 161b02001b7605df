// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
package import ActivityModel
import ContentSelection
import StrictJSON

extension SheetState {
    /// Rows of the list of items: the copies, unless their number differs from that of the originals.
    package var listedItems: [Item] { items.count == selected.count ? items : selected }

    // MARK: - The offer

    /// Handles the first painted frame: from now on programs may be started, to find options, facts and
    /// targets.
    mutating func appeared() -> [SheetEffect] {
        guard !hasAppeared else { return [] }
        hasAppeared = true
        return requestFacts() + [askForTargets(searching: true)]
    }

    /// Requests options and facts, in parallel.
    mutating func requestFacts() -> [SheetEffect] {
        options.requestNumber += 1
        return [
            .options(
                options.requestNumber,
                Sheet.OptionsRequest(
                    content: selected, caption: originalWords.caption, subject: originalWords.subject,
                    locale: request.locale)
            ),
            .inspect(
                options.requestNumber,
                Sheet.InspectRequest(
                    content: selected, caption: originalWords.caption, subject: originalWords.subject,
                    locale: request.locale)
            ),
        ]
    }

    mutating func offered(
        _ number: Int, _ answer: Result<Sheet.OptionsReply, ServiceFault>
    ) -> [SheetEffect] {
        guard number == options.requestNumber else { return [] }
        switch answer {
        case .success(let reply): options.list(reply.options)
        case .failure(let fault):
            guard options.unknown.isEmpty else { return failedOffering(fault) }
        }
        return (options.unknown.isEmpty ? [] : [.findOptions(number)]) + continueWaiting()
    }

    mutating func inspected(
        _ number: Int, _ answer: Result<Sheet.InspectReply, ServiceFault>
    ) -> [SheetEffect] {
        guard number == options.requestNumber else { return [] }
        let reply = try? answer.get()
        options.originals =
            reply.map(Sheet.Inspection.init) ?? Sheet.Inspection(unread: Array(selected.indices))
        return continueWaiting()
    }

    /// Finds active options that accept none of the items in the list of all bundles; fails if one is
    /// missing.
    mutating func found(
        _ number: Int, _ answer: Result<[Registry.Description], ServiceFault>
    ) -> [SheetEffect] {
        guard number == options.requestNumber else { return [] }
        let bundles: [Registry.Description]
        switch answer {
        case .failure(let fault): return failedOffering(fault)
        case .success(let all): bundles = all.filter { $0.removes != nil }
        }
        let unknown = options.unknown
        let found = unknown.compactMap { identifier in
            bundles.first { $0.identifier.isExactly(identifier) && $0.state == .active }
        }
        options.setInapplicable(
            options.switchedOn
                + found.map { Sheet.ContentOption(takingNothing: $0, title: title(of: $0)) })
        guard let missing = options.unknown.first else { return continueWaiting() }
        let bundle = bundles.first { $0.identifier.isExactly(missing) }
        let reason = bundle?.state == .unavailable ? words.lacksProgram : words.noSuchOption
        let heading = words.failed(bundle.map(title(of:)) ?? missing)
        page = .failed(SheetFailure(.preparing, heading, FailureCause(reason: reason)))
        return []
    }

    private func title(of bundle: Registry.Description) -> String {
        locale?.lookup(in: bundle.titles ?? [:]) ?? bundle.title ?? bundle.identifier
    }

    /// Reports the failure: no item is shared while an active option is unknown.
    private mutating func failedOffering(_ fault: ServiceFault) -> [SheetEffect] {
        page = .failed(
            SheetFailure(.preparing, words.failed(words.options), FailureCause(fault, words)))
        return []
    }

    /// Continues with the copies, or the press, that waited for the reply. Only the person retries a failed
    /// option.
    private mutating func continueWaiting() -> [SheetEffect] {
        if performing?.hasBegun == true || !options.faults.isEmpty { return [] }
        if options.chosen != options.applied {
            return options.preparing?.request == wanted ? [] : prepare()
        }
        // The option that was being applied takes none of the items any more.
        return cancelPreparation() + resume()
    }

    // MARK: - The person

    mutating func switchOption(_ identifier: String, _ isOn: Bool) -> [SheetEffect] {
        guard page == .activities, isOffered(identifier), isOn != options.on.contains(identifier)
        else { return [] }
        if isOn { options.on.insert(identifier) } else { options.on.remove(identifier) }
        return prepare()
    }

    mutating func answerOption(_ identifier: String, _ field: String, _ answer: String) -> [SheetEffect] {
        guard page == .activities, isOffered(identifier),
            options.answers(identifier)[field]?.isExactly(answer) != true
        else { return [] }
        options.answers[identifier, default: [:]][field] = answer
        return options.on.contains(identifier) ? prepare() : []
    }

    private func isOffered(_ identifier: String) -> Bool {
        options.offered.contains { $0.identifier.isExactly(identifier) }
    }

    // MARK: - The copies

    private var wanted: Sheet.PrepareRequest {
        Sheet.PrepareRequest(
            content: selected, options: options.chosen, caption: originalWords.caption,
            subject: originalWords.subject,
            locale: request.locale)
    }

    /// Requests copies that match the switches; the daemon reuses earlier ones unless a file has changed.
    mutating func prepare() -> [SheetEffect] {
        let cancelled = cancelPreparation()
        let wanted = wanted
        options.faults = [:]
        if wanted.options.isEmpty {
            return cancelled + replaceContent(with: selected, originalWords, by: [], nil)
        }
        // The switches match the current items again.
        if options.chosen == options.applied { return cancelled }
        options.newest += 1
        options.current = options.newest
        options.preparations[options.newest] = Preparation(request: wanted)
        return cancelled + [.prepare(options.newest, wanted)]
    }

    /// Cancels the preparation. Finished copies belong to the daemon, which keeps them for programs that may
    /// still read them.
    mutating func cancelPreparation() -> [SheetEffect] {
        guard let current = options.current else { return [] }
        options.current = nil
        options.preparations[current]?.isCancelled = true
        return options.preparations[current]?.unit.map { [.cancelPreparation(unit: $0)] } ?? []
    }

    private mutating func replaceContent(
        with content: [Item], _ words: ContentWords, by chosen: [Sheet.ChosenOption],
        _ copies: Sheet.Inspection?
    ) -> [SheetEffect] {
        currentWords = words
        (items, options.applied, options.copies) = (content, chosen, copies)
        options.confirmed = nil
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
                return failed(number, reply.option, FailureCause(reply, words))
            }
            options.preparations[number] = nil
            guard number == options.current else { return [] }
            options.current = nil
            let copies = Sheet.Inspection(
                facts: reply.facts ?? [], unread: reply.unread ?? Array(content.indices))
            let words = ContentWords(caption: reply.caption, subject: reply.subject)
            return replaceContent(with: content, words, by: preparation.request.options, copies)
        case .failure(let fault): return failed(number, fault.activity, FailureCause(fault, words))
        }
    }

    /// Handles a failed preparation. The switches stay on, so no item is shared; the options page shows the
    /// reason.
    ///
    /// - Parameter option: the option that failed; nil to blame all that are not applied yet.
    private mutating func failed(_ number: Int, _ option: String?, _ cause: FailureCause) -> [SheetEffect] {
        guard let preparation = options.preparations.removeValue(forKey: number), number == options.current
        else { return [] }
        options.current = nil
        let chosen = preparation.request.options
        let named = chosen.filter { $0.identifier == option }
        let changed = chosen.filter { !options.applied.contains($0) }
        blame((named.isEmpty ? changed : named).map(\.identifier), cause)
        return turnToOptions()
    }

    /// A file has changed since its copy was made: the person must see a new copy before sharing.
    mutating func copiesAreOld(_ fault: ServiceFault) -> [SheetEffect] {
        blame(options.applied.map(\.identifier), FailureCause(fault, words))
        options.applied = []
        return turnToOptions()
    }

    private mutating func blame(_ identifiers: [String], _ cause: FailureCause) {
        for identifier in identifiers {
            let failed = words.failed(title(ofOption: identifier))
            options.faults[identifier] = words.sentence(failed, with: cause.reason)
        }
    }

    /// Shows the options. Typed answers stay; a press that waited for the copies is dropped, so that the
    /// person presses again after seeing the new copies.
    mutating func turnToOptions() -> [SheetEffect] {
        show(options: true)
        switch page {
        case .editing(let editing): return leaveEditing(editing)
        // The options are shown once the list arrives.
        case .listing: return []
        case .failed(let failure) where !failure.subject.canReturnToList: return []
        default: page = .activities
        }
        return []
    }

    /// Retries the preparation, or first the search for unknown options.
    mutating func prepareAgain() -> [SheetEffect] {
        if case .failed = page { page = answered == listing ? .activities : .listing }
        return options.unknown.isEmpty ? prepare() : requestFacts()
    }
}

extension FailureCause {
    fileprivate init(_ reply: Sheet.PrepareReply, _ words: Words) {
        if reply.noRoom == true {
            self.init(reason: words.noRoom)
            return
        }
        // Without an option, the reason is an English sentence of the daemon's.
        guard reply.option != nil else {
            self.init(reason: words.refusal)
            return
        }
        self.init(
            Sheet.Progress(state: .finished, unit: reply.unit, result: .failure, reason: reply.reason), words)
    }
}
