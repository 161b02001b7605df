// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ActivityPolicy
import Host

extension RegistryKeeper {
    /// Whether decisions about the identifier are possible. A rejected bundle may have an invalid identifier,
    /// and the inspector is not open to decisions.
    private func isKnown(_ identifier: String) -> Bool {
        let bundles = snapshot.bundles(identifier)
        return Identifier.isValid(identifier) && !bundles.isEmpty
            && !bundles.contains(where: \.manifest.isInspector)
    }

    package func elect(
        _ identifier: String, _ election: Election, lock: Bool, isDryRun: Bool = false
    ) throws(ChangeFault) -> Change {
        let isTakenBack =
            election == .default && Identifier.isValid(identifier) && snapshot.elections.names(identifier)
        guard isTakenBack || isKnown(identifier) else { throw .noSuchActivity(identifier) }
        let activity = snapshot.bundles(identifier).first?.traits ?? ActivityTraits(identifier)
        let isSystem = searchPath.scope == .system
        guard !lock || isSystem else {
            throw .notPermitted(reason: "Only the system scope locks an election. Leave the lock out.")
        }
        catchUp()
        // A lock that Elect set in the system scope can be removed by Elect there.
        guard !decisions.policy.isLocked(activity, ofFiles: isSystem) else {
            throw .lockedByAdmin(identifier, by: decisions.policy.location(closing: activity))
        }
        let (own, entry) = (elections.own, AdminElection(election, isLocked: lock))
        reportPath(own.folder)
        func present() -> AdminElection? {
            elections.election(of: identifier, memory.files, known: memory.document(at: own.path))
        }
        let wanted = entry == AdminElection(.default) ? nil : entry
        let former = present()
        func outcome() -> Change {
            changed(former != wanted, from: Self.words(former), to: Self.words(entry))
        }
        // A client that elects a waiting activity is refused, even if a policy file already elects it.
        let before = election == .use ? .closed : decisions.policy.now.openness(of: activity)
        var obstacle: String?
        if isDryRun {
            let document = elections.document(
                electing: identifier, entry, known: memory.document(at: own.path))
            obstacle =
                isSystem
                ? self.obstacle(to: activity, after: before, decisions.policy(electing: document, memory))
                : nil
            if let obstacle { throw .notPermitted(reason: obstacle) }
            return outcome()
        }
        do {
            try change(own.folder, own.audience) { () throws(StorageError) in
                try elections.elect(identifier, entry, known: memory.document(at: own.path)) {
                    () throws(StorageError) in
                    try confirm(in: own.folder) {
                        obstacle =
                            isSystem ? self.obstacle(to: activity, after: before, decisions.policy) : nil
                        return obstacle == nil && present() == wanted
                    }
                }
            }
        } catch {
            if let obstacle { throw .notPermitted(reason: obstacle) }
            throw error
        }
        return outcome()
    }

    /// Why the policy in force leaves an activity less open than its files say. Nil if it does not, or if the
    /// files do not open it further than before.
    private func obstacle(
        to activity: ActivityTraits, after before: Openness, _ policy: Policy
    ) -> String? {
        guard policy.waits(activity), policy.now.openness(of: activity) > before else { return nil }
        return policy.problems([], searchPath.layout).first?.sentence
    }

    private static func words(_ election: AdminElection?) -> String {
        (election?.election ?? .default).rawValue + (election?.isLocked == true ? ", locked" : "")
    }

    /// Replaces the scope's arrangement.
    ///
    /// - Parameter isDryRun: whether nothing is to change.
    package func arrange(_ identifiers: [String], isDryRun: Bool = false) throws(ChangeFault) -> Change {
        var seen: Set<String> = []
        for identifier in identifiers {
            guard !snapshot.isSystem(identifier) else { throw .systemOrderIsFixed(identifier) }
            guard isKnown(identifier) else { throw .noSuchActivity(identifier) }
            guard seen.insert(identifier).inserted else { throw .repeated(identifier) }
        }
        return try replace(
            arrangements.list(memory.files), by: identifiers, in: arrangements, none: "by title", isDryRun
        ) { snapshot.arrangement }
    }

    package func star(_ identifiers: [String], isDryRun: Bool = false) throws(ChangeFault) -> Change {
        var seen: Set<String> = []
        for identifier in identifiers {
            guard isKnown(identifier) else { throw .noSuchActivity(identifier) }
            guard snapshot.bundle(identifier)?.manifest.transform == nil else {
                throw .notPermitted(
                    reason:
                        "\(identifier) is a transform: a sheet shows it among its options, "
                        + "not in the first row."
                )
            }
            guard seen.insert(identifier).inserted else { throw .repeated(identifier) }
        }
        return try replace(stars.list(memory.files), by: identifiers, in: stars, none: "none", isDryRun) {
            snapshot.starred
        }
    }

    /// Replaces a list in the scope's own file.
    ///
    /// - Parameters:
    ///   - none: the journal's text for an empty list.
    ///   - serving: the list in force.
    private func replace(
        _ before: @autoclosure () -> [String], by after: [String], in files: ScopeFiles, none: String,
        _ isDryRun: Bool, serving: () -> [String]
    ) throws(ChangeFault) -> Change {
        reportPath(files.own.folder)
        let before = before()
        func words(_ list: [String]) -> String { list.isEmpty ? none : list.joined(separator: ", ") }
        func outcome() -> Change { changed(before != after, from: words(before), to: words(after)) }
        guard !isDryRun else { return outcome() }
        try change(files.own.folder, files.own.audience) { () throws(StorageError) in
            try files.replace(after) { () throws(StorageError) in
                // The administrator's may follow.
                try confirm(in: files.own.folder) { serving().starts(with: after) }
            }
        }
        return outcome()
    }
}
