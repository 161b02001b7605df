// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
package import ActivityModel
import ActivityPolicy
package import Host

/// Changes that clients request. Each change is written, confirmed by a scan, and undone if the scan does not
/// find it: an error means that nothing has changed.
extension RegistryKeeper {
    package struct Change: Sendable {
        /// The generation that contains the change.
        package let generation: Int
        /// Whether the change makes a difference, or would make one if it was only tried.
        package let isDifferent: Bool
        /// Description of the state before the change, and after it, for the journal.
        package let before: String
        package let after: String
    }

    func changed(_ isDifferent: Bool, from before: String, to after: String) -> Change {
        Change(generation: snapshot.generation, isDifferent: isDifferent, before: before, after: after)
    }

    package struct Registered: Sendable {
        package let identifier: String
        package let change: Change
        package let diagnostics: [Diagnostic]
    }

    // MARK: Bundles

    /// A bundle that a client sent or named, with its diagnostics. It may be installed if it has no errors.
    package struct Judged: Sendable {
        let content: Content
        let findingsKey: Digest?
        package let bundle: Bundle
    }

    /// Judges a bundle; the result is for `install`.
    ///
    /// - Parameters:
    ///   - programs: whether the bundle may contain programs, which run as the person who performs the
    ///     activity.
    ///   - requester: the client that sent the bundle.
    package func judge(
        _ files: [BundleFile], programs: Bool, for requester: Requester,
        then: @escaping (Result<Judged, ChangeFault>) -> Void
    ) {
        let candidate: Candidate
        do throws(ChangeFault) {
            try requirePersonalActivities()
            candidate = try self.candidate(files)
        } catch { return then(.failure(error)) }
        if !programs, files.contains(where: \.isExecutable) || !candidate.manifest.ownPrograms.isEmpty {
            let reason =
                "Only root may register programs here: they run as the person who performs the activity."
            return then(.failure(.notPermitted(reason: reason)))
        }
        judge(candidate, as: .files(files), for: requester, then: then)
    }

    func judge(
        _ candidate: Candidate, as content: Content, for requester: Requester,
        then: @escaping (Result<Judged, ChangeFault>) -> Void
    ) {
        judge(candidate, for: requester) { judged in
            then(judged.map { Judged(content: content, findingsKey: candidate.findingsKey, bundle: $0) })
        }
    }

    /// - Throws: `notPermitted` if the admin's policy permits no personal activities.
    func requirePersonalActivities() throws(ChangeFault) {
        guard searchPath.scope == .user, decisions.policy.closed.contains(.personalActivities) else { return }
        let reason =
            "The administrator wants no activities here but those for everybody "
            + "(personalActivities; \"activityctl policy\" names the file)."
        throw .notPermitted(reason: reason)
    }

    /// Installs a bundle. The returned generation contains it.
    ///
    /// - Parameter isDryRun: whether to report the outcome without changing anything.
    /// - Throws: `rejected` if the bundle has errors, also if they are found only after it was stored.
    package func install(_ judged: Judged, isDryRun: Bool = false) throws(ChangeFault) -> Registered {
        let (content, bundle) = (judged.content, judged.bundle)
        guard bundle.standing == .present else { throw .rejected(bundle.diagnostics) }
        let before = registered(bundle.identifier)
        reportPath(store.folder)
        let isThere = holds(content, before)
        func outcome(_ bundle: Bundle) -> Registered {
            Registered(
                identifier: bundle.identifier,
                change: changed(
                    !isThere, from: Self.words(before), to: Self.words(bundle, content.target)),
                diagnostics: bundle.diagnostics + hidden(bundle))
        }
        guard !isDryRun else { return outcome(bundle) }
        if let key = judged.findingsKey {
            // With cached findings, the bundle serves in the next generation, even if others are pending.
            let found = bundle.diagnostics.filter { $0.rule.isAboutIcon }
            cache.file(IconFindings(found), for: key)
        }
        var rejected: Bundle?
        do {
            try change(store.folder, .everybody) { () throws(StorageError) in
                func confirm() throws(StorageError) {
                    try self.confirm(in: store.folder) {
                        let found = registered(bundle.identifier)
                        rejected =
                            load.heldBack[store.path(of: bundle.identifier)]
                            ?? found.flatMap { $0.standing == .rejected ? $0 : nil }
                        return rejected == nil && found?.manifest == bundle.manifest
                    }
                }
                guard !isThere else { return try confirm() }
                switch content {
                case .files(let files):
                    try store.install(files, identifier: bundle.identifier, confirm: confirm)
                case .link(let target):
                    try store.link(to: target, identifier: bundle.identifier, confirm: confirm)
                }
            }
        } catch {
            if let rejected { throw .rejected(rejected.diagnostics) }
            throw error
        }
        return outcome(bundle)
    }

    private static func words(_ bundle: Bundle?) -> String {
        bundle.map { words($0, $0.record.link == nil ? nil : $0.path) } ?? "nothing"
    }

    /// - Parameter target: target of a link; nil for files.
    private static func words(_ bundle: Bundle, _ target: String?) -> String {
        (target.map { "linked to \($0)" } ?? "registered")
            + (bundle.manifest.version.map { ", version \($0)" } ?? "")
    }

    package func check(
        _ files: [BundleFile], for requester: Requester,
        then: @escaping (Result<[Diagnostic], ChangeFault>) -> Void
    ) {
        do throws(ChangeFault) {
            judge(try candidate(files), for: requester) { then($0.map(\.diagnostics)) }
        } catch {
            then(.failure(error))
        }
    }

    private func candidate(_ files: [BundleFile]) throws(ChangeFault) -> Candidate {
        guard files.count <= BundleValidator.maximumFiles else {
            throw .tooManyFiles(maximum: BundleValidator.maximumFiles)
        }
        return BundleValidator(neighbours: load.neighbours, established: established.titles).candidate(
            files: files)
    }

    private func judge(
        _ candidate: Candidate, for requester: Requester,
        then: @escaping (Result<Bundle, ChangeFault>) -> Void
    ) {
        JudgingRound(judge: judge, cache: cache, for: requester).start([candidate]) { findings in
            let found = candidate.findingsKey.flatMap { findings[$0] }
            if let maximum = found?.tooMany { return then(.failure(.tooManyIcons(maximum: maximum))) }
            then(.success(candidate.finished(with: found)))
        }
    }

    /// The registered bundle of this identifier that the last scan found.
    private func registered(_ identifier: String) -> Bundle? {
        let path = store.path(of: identifier)
        return snapshot.bundles(identifier).first { $0.location == path }
    }

    /// A warning if another bundle or a mask hides the registered one, or if the admin's policy ignores it.
    private func hidden(_ bundle: Bundle) -> [Diagnostic] {
        let decision = decisions.elections.decision(for: bundle.traits)
        let sentence: String? =
            switch registered(bundle.identifier)?.standing {
            case .shadowed(let other)?: "\(other) comes before it in the search path, and is served instead."
            case .masked(let mask)?: "\(mask) masks it, so it is not listed."
            case _ where decision.election == .ignore && decision.by == .admin:
                "The administrator's policy ignores it, so it is not listed. "
                    + "\"activityctl policy\" says which file does."
            default: nil
            }
        return sentence.map { [Diagnostic(.bundleHidden, $0)] } ?? []
    }

    package func unregister(_ identifier: String, isDryRun: Bool = false) throws(ChangeFault) -> Change {
        guard Identifier.isValid(identifier) else { throw .noSuchActivity(identifier) }
        let before = registered(identifier)
        let isFound =
            isDryRun
            ? try isStored(identifier)
            : try change(store.folder, .everybody) { () throws(StorageError) in
                try store.remove(identifier: identifier) { () throws(StorageError) in
                    try confirm(in: store.folder) { registered(identifier) == nil }
                }
            }
        guard isFound else {
            // A bundle still listed at that path has disappeared; the next scan will notice.
            let stored = store.path(of: identifier)
            guard let other = snapshot.bundles(identifier).first(where: { $0.location != stored }) else {
                throw .noSuchActivity(identifier)
            }
            let reason = "It was not registered here, but is in \(other.location). Remove it there."
            throw .notPermitted(reason: reason)
        }
        if !isDryRun { removeState(of: identifier) }
        return changed(true, from: Self.words(before), to: "nothing")
    }

    /// Whether the store contains the bundle, even if no scan has found it.
    private func isStored(_ identifier: String) throws(ChangeFault) -> Bool {
        reportPath(store.folder)
        do throws(StorageError) { return try store.holds(identifier: identifier) } catch {
            throw .store(error)
        }
    }

    // MARK: Bundles and decisions

    /// Makes a change under the folder's lock, and saves the policy memory. If the change fails or is undone,
    /// scans again.
    func change<Answer>(
        _ folder: String, _ audience: StateFile.Audience, _ body: () throws(StorageError) -> Answer
    ) throws(ChangeFault) -> Answer {
        reportPath(folder)
        do throws(StorageError) {
            let answer = try FolderLock.hold(
                folder, mode: audience.folderMode, reportPath: reportPath, isEnding: isEnding
            ) { () throws(StorageError) in
                reportPath(folder)
                return try body()
            }
            // The scan that confirmed the change could not save it, since it ran under the lock.
            saveMemory()
            return answer
        } catch {
            scan(publishing: false)
            throw .store(error)
        }
    }

    /// Confirms a written change by a scan; by a second one if a device failed, since one bad bundle must not
    /// block every change. Then notes the changed folder again as the one in use.
    ///
    /// - Throws: `unconfirmed` if the scan fails, or does not find the change.
    func confirm(in folder: String, _ isFound: () -> Bool) throws(StorageError) {
        let isLookedAt = scan(publishing: false) || isFaulty && scan(publishing: false)
        reportPath(folder)
        guard isLookedAt, isFound() else { throw .unconfirmed }
    }
}
