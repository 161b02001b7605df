// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// What a person or the admin decided about an activity.
package enum Election: String, CaseIterable, Sendable, JSONConvertible {
    case use, ignore, `default`
}

/// Who decided it.
package enum Decider: String, CaseIterable, Sendable, JSONConvertible {
    case admin, person
}

/// An election together with the lock that only an admin can put on it.
package struct AdminElection: Hashable, Sendable, JSONObjectConvertible {
    package let election: Election
    package let isLocked: Bool

    package init(_ election: Election, isLocked: Bool = false) {
        self.election = election
        self.isLocked = isLocked
    }

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        election = try object.read("election")
        isLocked = try object.read("locked") ?? false
    }

    package var object: JSON.Object {
        .withoutNulls(["election": election, "locked": isLocked ? true : Bool?.none])
    }
}

/// The decisions of the admin and of the person, kept apart, and how they combine.
///
/// Of the admin's, one that names the activity wins over one that names it by a pattern, and a longer pattern over a
/// shorter one. A locked election of the admin wins over the person's; else the person's wins, then the admin's.
/// Where the admin allows some activities only, all others are ignored, as if that were locked.
package struct Elections: Hashable, Sendable {
    package var admin: [String: AdminElection]
    /// The admin's by patterns: by the beginning of the identifiers that are meant.
    package var patterns: [String: AdminElection]
    package var person: [String: Election]
    /// The activities that the admin allows; nil where that is all of them.
    package var allowed: IdentifierSet?

    package init(
        admin: [String: AdminElection] = [:], patterns: [String: AdminElection] = [:],
        person: [String: Election] = [:], allowed: IdentifierSet? = nil
    ) {
        self.admin = admin
        self.patterns = patterns
        self.person = person
        self.allowed = allowed
    }

    /// Whether there is a decision about it by its name, even if the activity is gone.
    package func names(_ identifier: String) -> Bool {
        admin[identifier] != nil || person[identifier] != nil
    }

    /// What the admin decided about it; nil where nothing.
    package func adminElection(for identifier: String) -> AdminElection? {
        if allowed?.contains(identifier) == false { return AdminElection(.ignore, isLocked: true) }
        if let election = admin[identifier] { return election }
        guard !patterns.isEmpty else { return nil }
        return IdentifierPattern.prefixes(of: identifier).lazy.compactMap { patterns[$0] }.first
    }

    package struct Decision: Hashable, Sendable {
        package let election: Election
        package let isLocked: Bool
        /// Nil without a decision.
        package let by: Decider?
    }

    package func decision(for identifier: String) -> Decision {
        let admin = adminElection(for: identifier)
        let isLocked = admin?.isLocked == true
        if !isLocked, let person = person[identifier], person != .default {
            return Decision(election: person, isLocked: false, by: .person)
        }
        if let admin, admin.election != .default || isLocked {
            return Decision(election: admin.election, isLocked: isLocked, by: .admin)
        }
        return Decision(election: .default, isLocked: false, by: nil)
    }
}
