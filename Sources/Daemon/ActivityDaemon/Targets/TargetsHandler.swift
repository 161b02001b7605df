// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Systemd
import Varlink

/// Answers Targets: from memory, and once more when the programs that print them have run.
final class TargetsHandler {
    private static let maximumTargets = 32
    /// The answer where none are shown.
    private static let none = Sheet.TargetsReply(targets: [], final: true).object

    private let registry: BundleRegistry
    private let collators: Collators
    private let loop: EventLoop
    private let journal: Journal
    /// How long a call waits for programs, in microseconds.
    private let patience: Int
    /// Gives the switches that the admin or the person has turned off.
    private let closed: () -> Set<PolicySwitch>
    /// Where a daemon leaves what it knows to the next; nil in the system scope.
    private let memoryFile: String?
    private var memory = TargetMemory()
    private var runs: TargetRuns?
    /// The person's uses, as last read.
    private var uses = TargetUses()
    private var isReading = false
    /// Why the targets of an activity are not known, by its identifier.
    private var faults: [String: String] = [:]
    /// Whether nothing was to be remembered at the last look.
    private var isForgetful = false

    /// - Parameter performer: nil in the system scope, where nothing is performed.
    init(
        _ registry: BundleRegistry, _ performer: Performer?, _ collators: Collators, _ loop: EventLoop,
        _ journal: Journal, patience: Int, closed: @escaping () -> Set<PolicySwitch>
    ) {
        memoryFile = performer.map { $0.settings.runtimeFolder + "/activityd/targets.json" }
        (self.registry, self.collators, self.loop, self.journal) = (registry, collators, loop, journal)
        (self.patience, self.closed) = (patience, closed)
        runs = performer.map { performer in
            TargetRuns(registry, performer) { [weak self] in self?.take($0, $1, then: $2) }
        }
        guard let memoryFile else { return }
        // Before the registry loads, so before the first client is answered.
        registry.run(at: memoryFile) {
            TargetMemory(readingFrom: memoryFile)
        } then: { [weak self] in
            self?.memory = $0
        }
        readUses()
    }

    func targets(_ call: PendingCall) throws(VarlinkError) {
        let ask = try decoded(Sheet.TargetsRequest.self, call)
        guard let runs else {
            throw WireError.notPerformable(
                "", "The system's registry performs nothing. Ask the person's own.")
        }
        guard ask.exclude?.count ?? 0 <= Sheet.ListRequest.maximumExcluded else {
            throw .invalidParameter("exclude")
        }
        let content = try Content(asked: ask.content)
        guard !closed().contains(.targets) else { return call.reply(Self.none) }
        let search = TargetSearch(
            ask, content, registry.snapshot, application: call.connection.app?.application,
            patience: patience)
        collators.open(search.locale, for: call.requester)
        guard !search.activities.isEmpty else { return call.reply(reply(search, isFinal: true)) }
        readUses()
        guard call.wantsMore else { return call.reply(reply(search, isFinal: false)) }
        call.stream(reply(search, isFinal: false))
        guard call.isOpen else { return }
        let waiting = TargetsCall(call, search.activities.map(\.question), loop, UInt64(patience)) {
            [weak self] in self?.reply(search, isFinal: true) ?? Self.none
        }
        for activity in search.activities { runs.ask(activity.question, activity.job, for: waiting) }
    }

    // MARK: What is known

    private func take(
        _ question: TargetQuestion, _ printed: Result<String, PerformRefusal>, then: @escaping () -> Void
    ) {
        let collator = question.locale.flatMap { collators.collator(for: $0) } ?? Collator(locale: nil)
        let former = memory[question] ?? KnownTargets()
        // 64 KiB take longer to fold than a client should wait.
        registry.run(at: question.path.text) {
            let (options, fault) = Self.options(printed)
            return (targets: former.updated(by: options, collator), fault: fault)
        } then: { [weak self] taken in
            guard let self else { return then() }
            // It may have been locked away meanwhile.
            if serves(question.identifier) {
                memory[question] = taken.targets
                if taken.fault == nil { save() }
            }
            report(taken.fault, of: question.identifier)
            then()
        }
    }

    /// Tells the author once, and not at each opening of a sheet.
    private func report(_ fault: String?, of identifier: String) {
        let isNew = faults[identifier] != fault
        faults[identifier] = fault
        guard let fault, isNew else { return }
        journal.log(
            .notice, "\(identifier): Its targets are not known: \(fault)", ["ACTIVITY_ID": identifier])
    }

    private static func options(
        _ printed: Result<String, PerformRefusal>
    ) -> (options: [FormField.Option], fault: String?) {
        switch printed {
        case .failure(let refusal): return ([], refusal.sentence)
        case .success(let text):
            do throws(PrintedOptionsFault) {
                return (try FormField.options(printed: text, isDirect: true), nil)
            } catch {
                return ([], error.reason)
            }
        }
    }

    /// For the next daemon, to which a program that has failed once does not matter.
    private func save() {
        guard let memoryFile, !closed().contains(.rememberTargets) else { return }
        registry.run(at: memoryFile) { [memory] in memory.save(to: memoryFile) }
    }

    private func serves(_ identifier: String) -> Bool {
        let snapshot = registry.snapshot
        return snapshot.bundle(identifier)?.state(under: snapshot.elections) == .active
    }

    /// Lets go of what is not to be remembered any more: all of it, which an earlier daemon may have kept, or what activities
    /// have printed that no sheet lists now. To be called after each look, again once all is judged, and where a switch has
    /// changed.
    func letGo() {
        guard let memoryFile, !registry.state.isClosed else { return }
        let wasForgetful = isForgetful
        isForgetful = closed().contains(.rememberTargets)
        if isForgetful, !wasForgetful {
            memory = TargetMemory()
            registry.run(at: memoryFile) {
                (try? AtomicFile.remove(memoryFile)) != nil
            } then: { [weak self] isRemoved in
                // The next look tries again.
                if !isRemoved { self?.isForgetful = false }
            }
        } else if registry.state.isJudged, memory.removeAll(where: { !serves($0) }) {
            save()
        }
    }

    private func reply(_ search: TargetSearch, isFinal: Bool) -> JSON.Object {
        let closed = closed()
        // Turned off since the call began.
        guard !closed.contains(.targets) else { return Self.none }
        let sources = search.activities.map {
            TargetRanking.Source(
                $0.bundle.identifier,
                serves($0.bundle.identifier) ? memory.targets(for: $0.question) : KnownTargets())
        }
        let ranking = TargetRanking(
            sources, closed.contains(.rememberTargets) ? TargetUses() : uses, search.kind,
            at: Clocks.real() / 1_000, maximum: Self.maximumTargets)
        let row = TargetRow(ranking, isInitials: closed.contains(.personNames))
        let targets = row.targets.map { place, label, detail in
            Sheet.Target(search.activities[place.source], ranking.target(place), label, detail, search.locale)
        }
        return Sheet.TargetsReply(targets: targets, final: isFinal).object
    }

    // MARK: What was used

    /// Reads what another daemon of the person's may have counted meanwhile. Once at a time, however long the disk takes.
    private func readUses() {
        guard runs != nil, !isReading else { return }
        isReading = true
        registry.ask(at: registry.searchPath.stateFolders[0]) {
            $0.targetUses()
        } then: { [weak self] in
            self?.isReading = false
            self?.uses = $0
        }
    }

    /// The registry's keeper has forgotten them.
    func forget(_ identifier: String) {
        uses.remove(identifier)
        if memory.removeAll(where: { $0 == identifier }) { save() }
    }

    /// Counts a successful share, if the target is one that the activity's program has listed.
    func keep(_ use: TargetUse, of identifier: String) {
        let (target, now) = (TargetName(identifier, use.value), Clocks.real() / 1_000)
        guard closed().isDisjoint(with: [.targets, .rememberTargets]), memory.contains(target) else { return }
        registry.ask(at: registry.searchPath.stateFolders[0]) {
            $0.keepUse(of: target, use.kind, at: now)
        } then: { [weak self] in
            self?.uses = $0
        }
    }
}

extension Sheet.Target {
    fileprivate init(
        _ activity: TargetSearch.Activity, _ target: KnownTargets.Target, _ label: String, _ detail: String?,
        _ locale: LocaleTag?
    ) {
        let bundle = activity.bundle
        self.init(
            identifier: bundle.identifier, field: activity.field.id, value: target.value, label: label,
            detail: detail, kind: target.kind?.rawValue, reachable: target.isReachable,
            title: bundle.manifest.title(in: locale), iconDigest: bundle.iconDigest?.description)
    }
}
