// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

/// Decisions of a scope about activities: elections, the arrangement and stars.
extension RegistryKeeper {
    /// A rejected bundle may have any name for an identifier; nothing can be decided about that.
    private func isKnown(_ identifier: String) -> Bool {
        Identifier.isValid(identifier) && !snapshot.bundles(identifier).isEmpty
    }

    /// Decides about an activity, for the scope.
    ///
    /// - Parameter isTried: whether nothing is to change.
    package func elect(
        _ identifier: String, _ election: Election, lock: Bool, isTried: Bool = false
    ) throws(ChangeFault) -> Change {
        let isTakenBack =
            election == .default && Identifier.isValid(identifier) && snapshot.elections.names(identifier)
        guard isTakenBack || isKnown(identifier) else { throw .noSuchActivity(identifier) }
        let activity = snapshot.bundles(identifier).first?.traits ?? ActivityTraits(identifier)
        if let refusal = elections.refusal(of: activity, lock: lock) { throw refusal }
        guard policy.settings.allowed.allSatisfy({ $0.contains(activity) }) else {
            throw .lockedByAdmin(identifier)
        }
        note(elections.folder)
        let isThere = elections.holds(election, lock: lock, for: identifier)
        let before = Self.words(elections.ownElection(of: identifier))
        func outcome() -> Change {
            Change(
                generation: snapshot.generation, isDifferent: !isThere, before: before,
                after: Self.words(AdminElection(election, isLocked: lock)))
        }
        guard !isTried else { return outcome() }
        try change(elections.folder, elections.audience) { () throws(StorageError) in
            try elections.elect(identifier, election, lock: lock) { () throws(StorageError) in
                try confirm(in: elections.folder) { elections.holds(election, lock: lock, for: identifier) }
            }
        }
        return outcome()
    }

    private static func words(_ election: AdminElection?) -> String {
        (election?.election ?? .default).rawValue + (election?.isLocked == true ? ", locked" : "")
    }

    /// Replaces the arrangement.
    ///
    /// - Parameter isTried: whether nothing is to change.
    package func arrange(_ identifiers: [String], isTried: Bool = false) throws(ChangeFault) -> Change {
        var seen: Set<String> = []
        for identifier in identifiers {
            guard !snapshot.isSystem(identifier) else { throw .systemOrderIsFixed(identifier) }
            guard isKnown(identifier) else { throw .noSuchActivity(identifier) }
            guard seen.insert(identifier).inserted else { throw .repeated(identifier) }
        }
        note(arrangements.folder)
        let before = arrangements.ownArrangement()
        func outcome() -> Change {
            Change(
                generation: snapshot.generation, isDifferent: before != identifiers,
                before: Self.words(before), after: Self.words(identifiers))
        }
        guard !isTried else { return outcome() }
        try change(arrangements.folder, arrangements.audience) { () throws(StorageError) in
            try arrangements.replace(identifiers) { () throws(StorageError) in
                try confirm(in: arrangements.folder) {
                    identifiers.isEmpty || snapshot.arrangement == identifiers
                }
            }
        }
        return outcome()
    }

    private static func words(_ arrangement: [String]) -> String {
        arrangement.isEmpty ? "by title" : arrangement.joined(separator: ", ")
    }

    /// Replaces the stars.
    ///
    /// - Parameter isTried: whether nothing is to change.
    package func star(_ identifiers: [String], isTried: Bool = false) throws(ChangeFault) -> Change {
        var seen: Set<String> = []
        for identifier in identifiers {
            let isTransform = snapshot.bundle(identifier)?.manifest.transform != nil
            guard isKnown(identifier), !isTransform else { throw .noSuchActivity(identifier) }
            guard seen.insert(identifier).inserted else { throw .repeated(identifier) }
        }
        note(stars.folder)
        let before = stars.ownStars()
        func words(_ stars: [String]) -> String { stars.isEmpty ? "none" : stars.joined(separator: ", ") }
        func outcome() -> Change {
            Change(
                generation: snapshot.generation, isDifferent: before != identifiers, before: words(before),
                after: words(identifiers))
        }
        guard !isTried else { return outcome() }
        try change(stars.folder, stars.audience) { () throws(StorageError) in
            try stars.replace(identifiers) { () throws(StorageError) in
                try confirm(in: stars.folder) { identifiers.isEmpty || snapshot.starred == identifiers }
            }
        }
        return outcome()
    }
}
