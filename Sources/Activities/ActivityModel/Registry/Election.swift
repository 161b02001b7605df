// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// A decision of a person or the admin about an activity.
package enum Election: String, CaseIterable, Sendable, JSONConvertible {
    case use, ignore, `default`
}

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

/// The admin's elections, keyed by identifier or pattern.
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

    /// The effective election for an activity, and its key in the table: the activity's identifier, or else
    /// the first of its patterns; nil if there is none.
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

/// The admin's restriction of an activity, most restrictive first; the most restrictive of several policies
/// applies.
package enum Openness: Int, Comparable, Sendable {
    /// Ignored and locked.
    case closed
    /// Ignored unless the person elects it.
    case ignored
    case listed
    /// Listed and locked.
    case forced

    package static func < (one: Openness, other: Openness) -> Bool { one.rawValue < other.rawValue }

    package var isLocked: Bool { self == .closed || self == .forced }
}

extension AdminElection {
    package var openness: Openness {
        election == .ignore ? (isLocked ? .closed : .ignored) : (isLocked ? .forced : .listed)
    }
}

/// The elections and allow-lists of one policy of the admin's.
package struct AdminElections: Hashable, Sendable {
    package var table: ElectionTable
    /// The files' part of `table`, if clients have added elections; its locks cannot be overridden.
    package var configured: ElectionTable?
    /// An activity is allowed if every set contains it.
    package var allowed: [ActivitySet]
    /// Identifiers that the policy masks with a link to /dev/null in the search path.
    package var masked: Set<String> = []
    /// Whether the policy only restricts: other policies decide about activities that it does not ignore.
    package var onlyCloses = false

    package init(_ table: ElectionTable = [:], configured: ElectionTable? = nil, allowed: [ActivitySet] = [])
    {
        (self.table, self.configured, self.allowed) = (table, configured, allowed)
    }

    /// Allows no activity.
    package static let none = AdminElections(allowed: [.empty])

    /// The decision about an activity, and its key in the table; the key is nil for an activity that is not
    /// allowed. Returns nil if there is no decision.
    package func entry(for activity: ActivityTraits) -> (name: String?, election: AdminElection)? {
        guard allowed.allSatisfy({ $0.contains(activity) }) else {
            return (nil, AdminElection(.ignore, isLocked: true))
        }
        if let lock = configured?.entry(for: activity), lock.election.isLocked { return lock }
        return table.entry(for: activity)
    }

    package func openness(of activity: ActivityTraits) -> Openness {
        let openness = entry(for: activity)?.election.openness ?? .listed
        return onlyCloses && openness > .ignored ? .forced : openness
    }

    /// The same policy without clients' elections.
    package var ofFiles: AdminElections {
        var files = self
        (files.table, files.configured) = (configured ?? table, nil)
        return files
    }
}

/// The decisions of the admin and of the person, kept apart, and how they combine.
///
/// A locked election of the admin's wins; otherwise the person's wins over the admin's. If the admin allows
/// only some activities, all others are ignored, as if that were locked.
package struct Elections: Hashable, Sendable {
    /// The admin's policies; the most restrictive applies.
    package var bounds: [AdminElections]
    /// The policies that decide whether a system activity's titles are free; nil means `bounds`.
    package var freeing: [AdminElections]?
    package var person: [String: Election]

    package init(
        bounds: [AdminElections], freeing: [AdminElections]? = nil, person: [String: Election] = [:]
    ) {
        (self.bounds, self.freeing, self.person) = (bounds, freeing, person)
    }

    package init(
        admin: ElectionTable = [:], person: [String: Election] = [:], allowed: [ActivitySet] = []
    ) {
        self.init(bounds: [AdminElections(admin, allowed: allowed)], person: person)
    }

    /// Whether a decision names the identifier, even if the activity is gone.
    package func names(_ identifier: String) -> Bool {
        bounds.contains { $0.table[identifier] != nil } || person[identifier] != nil
    }

    package func openness(of activity: ActivityTraits) -> Openness {
        bounds.map { $0.openness(of: activity) }.min() ?? .listed
    }

    /// The admin's decision about the activity; nil if there is none.
    package func adminElection(for activity: ActivityTraits) -> AdminElection? {
        guard bounds.count > 1 else { return bounds.first?.entry(for: activity)?.election }
        return bounds.min { $0.openness(of: activity) < $1.openness(of: activity) }?.entry(for: activity)?
            .election
    }

    /// Whether custom activities may use a system activity's titles, because the admin has masked it or
    /// locked it away.
    package func freesTitles(of activity: ActivityTraits, isMasked: Bool) -> Bool {
        guard let freeing else { return isMasked || openness(of: activity) == .closed }
        return !freeing.isEmpty
            && freeing.allSatisfy {
                $0.masked.contains(activity.identifier) || $0.openness(of: activity) == .closed
            }
    }

    package struct Decision: Hashable, Sendable {
        package let election: Election
        package let isLocked: Bool
        /// The decider; nil without a decision.
        package let by: Decider?
    }

    package func decision(for activity: ActivityTraits) -> Decision {
        // An inspector has no button in a sheet, so elections do not apply to it.
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
