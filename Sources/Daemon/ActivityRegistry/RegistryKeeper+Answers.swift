// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

/// The person's last answers, and successes with targets. Neither is ever part of a snapshot: sheets that sandboxed apps
/// draw are made of those. Answers are read when a form asks for them; of the uses the thread that answers has a copy.
extension RegistryKeeper {
    /// The person's answer store; nil in the system scope, which performs nothing.
    private var answers: AnswerStore? {
        searchPath.scope == .user ? AnswerStore(folder: searchPath.stateFolders[0]) : nil
    }

    /// Stored answers of this activity, or of all, keyed by identifier and field.
    package func keptAnswers(of identifier: String?) -> [String: [String: String]] {
        note(searchPath.stateFolders[0])
        return answers?.load(identifier) ?? [:]
    }

    /// Keeps them as far as that is possible now. Empty ones are forgotten.
    package func keep(_ answers: [String: String], of identifier: String, _ stage: AnswerStage) {
        note(searchPath.stateFolders[0])
        attempt { () throws(StorageError) in try self.answers?.keep(answers, of: identifier, stage) }
    }

    package func forget(_ identifier: String) throws(ChangeFault) -> Change {
        try requirePerson()
        note(searchPath.stateFolders[0])
        var isKept = false
        if Identifier.isValid(identifier) {
            do throws(StorageError) {
                let (answered, used) = (
                    try answers?.forget(identifier) == true,
                    try targets?.forget(identifier) == true
                )
                isKept = answered || used
            } catch {
                throw .store(error)
            }
        }
        return changed(isKept, from: isKept ? "answers kept" : "nothing", to: "nothing")
    }

    /// - Throws: `notPermitted` in the system scope.
    package func requirePerson() throws(ChangeFault) {
        guard answers == nil else { return }
        throw .notPermitted(
            reason: "The system's registry keeps no answers. Ask in your own scope, with --user.")
    }

    // MARK: Targets

    /// The person's store; nil in the system scope, which performs nothing.
    private var targets: TargetUseStore? {
        searchPath.scope == .user ? TargetUseStore(folder: searchPath.stateFolders[0]) : nil
    }

    /// The uses that count; none where the admin's policy has none kept.
    package func targetUses() -> TargetUses {
        policy.settings.closed.contains(.rememberTargets) ? TargetUses() : keptTargets()
    }

    /// All kept uses, whatever the policy says now, for the person to see.
    package func keptTargets() -> TargetUses {
        note(searchPath.stateFolders[0])
        return targets?.load() ?? TargetUses()
    }

    /// Counts a success as far as that is possible now.
    ///
    /// - Returns: all that is kept then.
    package func keepUse(of target: TargetName, _ kind: ContentKind, at time: Int) -> TargetUses {
        guard let targets, !policy.settings.closed.contains(.rememberTargets) else { return TargetUses() }
        note(searchPath.stateFolders[0])
        do throws(StorageError) {
            return try targets.add(target, kind, at: time)
        } catch .locked {
            // Another daemon is at work there.
        } catch {
            log.problem(error.description)
        }
        return targets.load()
    }
}
