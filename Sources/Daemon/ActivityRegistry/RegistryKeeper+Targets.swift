// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

/// The person's successes with targets. The thread that answers has a copy, which is never part of a snapshot: sheets that
/// sandboxed apps draw are made of those.
extension RegistryKeeper {
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

    func forgetTargets(of identifier: String) throws(StorageError) -> Bool {
        try targets?.forget(identifier) == true
    }
}
