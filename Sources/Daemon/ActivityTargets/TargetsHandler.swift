// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
package import ActivityPerforming
package import ActivityRegistry
import Host
import StrictJSON
package import Systemd
package import Varlink

/// Handles Targets: replies from memory immediately and, if the client wants more replies, again when the
/// programs that print targets have finished.
package final class TargetsHandler {
    private static let maximumTargets = 32
    /// The reply if the feature is turned off.
    private static let none = Sheet.TargetsReply(targets: [], final: true).object

    private let registry: BundleRegistry
    private let collator: (LocaleTag) -> Collator?
    private let loop: EventLoop
    /// Maximum time that a call waits for programs, and the programs' time limit, in microseconds.
    private let timeout: Int
    /// The switches that the admin or the person has turned off.
    private let closed: () -> Set<PolicySwitch>
    /// The file in which a daemon stores known targets for the next daemon.
    private let memoryFile: String
    private var memory = TargetMemory()
    private var runs: TargetRuns?
    /// Called with a sentence on a failed target program, for its author.
    package var onFault: ((_ identifier: String, String) -> Void)?
    /// Called with a sentence on uses that could not be stored.
    package var onProblem: ((String) -> Void)?
    package let store: TargetUseStore
    private var uses = TargetUses()
    private var isReading = false
    /// Last error of each activity's target program, keyed by identifier.
    private var faults: [String: String] = [:]
    /// Number of times that an activity's targets were forgotten.
    private var forgets: [String: Int] = [:]
    /// Whether remembering was turned off at the last check.
    private var isForgetful = false

    /// - Parameters:
    ///   - timeout: time limit, in microseconds.
    ///   - collator: returns a locale's collator, or nil for the default.
    ///   - closed: returns the switches that are off.
    package init(
        _ registry: BundleRegistry, _ performer: Performer, _ loop: EventLoop,
        timeout: Int, collator: @escaping (LocaleTag) -> Collator?, closed: @escaping () -> Set<PolicySwitch>
    ) {
        let memoryFile = performer.settings.runtimeFolder + "/activityd/targets.json"
        (self.registry, self.loop, self.memoryFile) = (registry, loop, memoryFile)
        (self.timeout, self.collator, self.closed) = (timeout, collator, closed)
        store = TargetUseStore(folder: registry.searchPath.stateFolders[0])
        runs = TargetRuns(registry, performer) { [weak self] in self?.storeOutput($0, $1, then: $2) }
        // Queued before the registry loads, so that the memory is read before the first reply.
        registry.run(at: memoryFile) {
            TargetMemory(readingFrom: memoryFile)
        } then: { [weak self] in
            self?.memory = $0
        }
        readUses()
    }

    /// - Parameter application: the calling app, whose own activities are left out.
    package func answer(
        _ call: PendingCall, _ ask: Sheet.TargetsRequest, _ content: Content, application: String?
    ) {
        guard let runs, !closed().contains(.targets) else { return call.reply(Self.none) }
        let search = TargetSearch(
            ask, content, registry.snapshot, application: application, timeout: timeout)
        guard !search.activities.isEmpty else { return call.reply(reply(search, isFinal: true)) }
        readUses()
        guard call.wantsMore else { return call.reply(reply(search, isFinal: false)) }
        call.stream(reply(search, isFinal: false))
        guard call.isOpen else { return }
        let waiting = TargetsCall(call, search.activities.map(\.question), loop, UInt64(timeout)) {
            [weak self] in self?.reply(search, isFinal: true) ?? Self.none
        }
        for activity in search.activities { runs.ask(activity.question, activity.job, for: waiting) }
    }

    // MARK: Known targets

    private func storeOutput(
        _ question: TargetQuestion, _ printed: Result<String, PerformRefusal>, then: @escaping () -> Void
    ) {
        let collator = question.locale.flatMap(collator) ?? Collator(locale: nil)
        let (former, numbered) = (memory[question] ?? KnownTargets(), memory.numbered(for: question))
        let count = forgets[question.identifier]
        // Folding 64 KiB would block other clients for too long.
        registry.run(at: question.path.text) {
            Self.options(printed).map { former.updated(by: $0, numbered: numbered, collator) }
        } then: { [weak self] taken in
            guard let self else { return then() }
            switch taken {
            case .success(let targets):
                // Meanwhile the activity may have become unavailable, or its targets may have been forgotten.
                if serves(question.identifier), forgets[question.identifier] == count {
                    memory[question] = targets
                    save()
                }
                faults[question.identifier] = nil
            // After a failure, the known targets stay.
            case .failure(let fault): report(fault.reason, of: question.identifier)
            }
            then()
        }
    }

    /// Reports a fault to the author, unless the activity's last fault was the same: it may recur each time a
    /// sheet opens.
    private func report(_ fault: String, of identifier: String) {
        guard faults.updateValue(fault, forKey: identifier) != fault else { return }
        onFault?(identifier, fault)
    }

    private static func options(
        _ printed: Result<String, PerformRefusal>
    ) -> Result<[FormField.Option], PrintedOptionsFault> {
        printed.mapError { PrintedOptionsFault(reason: $0.sentence) }.flatMap { text in
            Result { () throws(PrintedOptionsFault) in
                try FormField.options(printed: text, isDirect: true)
            }
        }
    }

    private func save() {
        guard !closed().contains(.rememberTargets) else { return }
        registry.run(at: memoryFile) { [memory, memoryFile] in memory.save(to: memoryFile) }
    }

    private func serves(_ identifier: String) -> Bool {
        let snapshot = registry.snapshot
        return snapshot.bundle(identifier)?.state(under: snapshot.elections) == .active
    }

    /// Drops targets that must not be remembered any more: all of them, including an earlier daemon's, if
    /// remembering is turned off; otherwise the targets of activities that are not active. Call after each
    /// scan, again once all bundles are judged, and when a switch has changed.
    package func prune() {
        guard !registry.state.isClosed else { return }
        let wasForgetful = isForgetful
        isForgetful = closed().contains(.rememberTargets)
        if isForgetful, !wasForgetful {
            memory = TargetMemory()
            registry.run(at: memoryFile) { [memoryFile] in
                (try? AtomicFile.remove(memoryFile)) != nil
            } then: { [weak self] isRemoved in
                // The next call tries again.
                if !isRemoved { self?.isForgetful = false }
            }
        } else if registry.state.isJudged, memory.removeAll(where: { !serves($0) }) {
            save()
        }
    }

    private func reply(_ search: TargetSearch, isFinal: Bool) -> JSON.Object {
        let closed = closed()
        // The switch may have been turned off since the call began.
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
        let targets = row.things.map { ways, label, detail in
            let all = ways.map { Sheet.Way(search.activities[$0.source], ranking.target($0), search.locale) }
            return Sheet.Target(all, label, detail, ranking.target(ways[0]))
        }
        return Sheet.TargetsReply(targets: targets, final: isFinal).object
    }

    // MARK: Uses

    /// Reads the uses again, since another daemon of the person's may have recorded some. Only one read is
    /// queued at a time, however slow the disk is.
    private func readUses() {
        guard !isReading else { return }
        isReading = true
        registry.run(at: store.folder) { [store] in
            store.load()
        } then: { [weak self] in
            self?.isReading = false
            self?.uses = $0
        }
    }

    /// Removes an activity's targets from memory; the store has already removed its uses.
    package func forget(_ identifier: String) {
        uses.remove(identifier)
        forgets[identifier, default: 0] += 1
        if memory.removeAll(where: { $0 == identifier }) { save() }
    }

    /// Records a successful share, if the activity's program has listed the target and remembering is on.
    package func record(_ use: TargetUse, of identifier: String) {
        let (target, now) = (TargetName(identifier, use.value), Clocks.real() / 1_000)
        guard closed().isDisjoint(with: [.targets, .rememberTargets]), memory.contains(target) else { return }
        registry.run(at: store.folder) { [store] in
            store.count(target, use.kind, at: now)
        } then: { [weak self] uses, fault in
            self?.uses = uses
            if let fault { self?.onProblem?(fault) }
        }
    }
}

extension Sheet.Way {
    fileprivate init(
        _ activity: TargetSearch.Activity, _ target: KnownTargets.Target, _ locale: LocaleTag?
    ) {
        let bundle = activity.bundle
        self.init(
            identifier: bundle.identifier, field: activity.field.id, value: target.value,
            reachable: target.isReachable, title: bundle.manifest.title(in: locale),
            iconDigest: bundle.iconDigest?.description)
    }
}

extension Sheet.Target {
    /// - Parameter ways: at least one; a press uses the first.
    fileprivate init(_ ways: [Sheet.Way], _ label: String, _ detail: String?, _ target: KnownTargets.Target) {
        let first = ways[0]
        self.init(
            identifier: first.identifier, field: first.field, value: first.value, label: label,
            detail: detail,
            kind: target.kind?.rawValue, reachable: first.reachable, title: first.title,
            iconDigest: first.iconDigest, ways: ways.count > 1 ? Array(ways.dropFirst()) : nil,
            icon: target.icon)
    }
}
