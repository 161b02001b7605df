// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// A decision of a person or the admin about an activity.
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

/// Elections of the admin's, each by the identifier or the pattern that it names.
package struct ElectionTable: Hashable, Sendable {
    package private(set) var entries: [String: AdminElection] = [:]
    private var hasPatterns = false

    package subscript(name: String) -> AdminElection? {
        get { entries[name] }
        set {
            entries[name] = newValue
            hasPatterns = hasPatterns || ActivityPattern.isPattern(name)
        }
    }

    /// The election that counts for an activity, and the name that it stands under: the activity's identifier, or else
    /// the first of its patterns.
    package func entry(for activity: ActivityTraits) -> (name: String, election: AdminElection)? {
        if let election = entries[activity.identifier] { return (activity.identifier, election) }
        guard hasPatterns else { return nil }
        return ActivityPattern.all(of: activity).lazy.compactMap { name in entries[name].map { (name, $0) } }
            .first
    }
}

extension ElectionTable: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elections: (String, AdminElection)...) {
        for (name, election) in elections { self[name] = election }
    }
}

/// The decisions of the admin and of the person, kept apart, and how they combine.
///
/// A locked election of the admin wins over the person's; else the person's wins, then the admin's.
/// Where the admin allows some activities only, all others are ignored, as if that were locked.
package struct Elections: Hashable, Sendable {
    package var admin: ElectionTable
    /// The part of `admin` that files say, where a client has decided something besides: nothing overrides their locks.
    package var configured: ElectionTable?
    package var person: [String: Election]
    /// An activity is allowed that is in each of these sets.
    package var allowed: [ActivitySet]

    package init(
        admin: ElectionTable = [:], person: [String: Election] = [:], allowed: [ActivitySet] = []
    ) {
        self.admin = admin
        self.person = person
        self.allowed = allowed
    }

    /// Whether there is a decision about it by its name, even if the activity is gone.
    package func names(_ identifier: String) -> Bool {
        admin[identifier] != nil || person[identifier] != nil
    }

    /// The admin's decision about it; nil if there is none.
    package func adminElection(for activity: ActivityTraits) -> AdminElection? {
        adminEntry(for: activity)?.election
    }

    /// The admin's decision about it, and the identifier or pattern that it stands under; the name is nil for what is not
    /// among those that the admin allows.
    package func adminEntry(for activity: ActivityTraits) -> (name: String?, election: AdminElection)? {
        guard allowed.allSatisfy({ $0.contains(activity) }) else {
            return (nil, AdminElection(.ignore, isLocked: true))
        }
        if let lock = configured?.entry(for: activity), lock.election.isLocked { return lock }
        return admin.entry(for: activity)
    }

    package struct Decision: Hashable, Sendable {
        package let election: Election
        package let isLocked: Bool
        /// The decider; nil without a decision.
        package let by: Decider?
    }

    package func decision(for activity: ActivityTraits) -> Decision {
        // It stands behind no press, so that nothing decides about it.
        let admin = activity.category == .inspect ? nil : adminElection(for: activity)
        let isLocked = admin?.isLocked == true
        if !isLocked, let person = person[activity.identifier], person != .default {
            return Decision(election: person, isLocked: false, by: .person)
        }
        if let admin, admin.election != .default || isLocked {
            return Decision(election: admin.election, isLocked: isLocked, by: .admin)
        }
        return Decision(election: .default, isLocked: false, by: nil)
    }
}
