// SPDX-License-Identifier: Apache-2.0
//
// Targets are ranked by how often and how lately a person has shared to them. Each success counts one, half of that two weeks
// later, a quarter after four, apart for each kind of content. Neither the content nor the target's label is kept.

import ActivityModel
import ActivityPerforming
package import StrictJSON

/// The answer to an activity's direct field, by which a target is known.
struct TargetName: Hashable, Sendable {
    let identifier: String
    let value: ExactText

    init(_ identifier: String, _ value: String) {
        (self.identifier, self.value) = (identifier, ExactText(value))
    }
}

/// A person's successes with targets.
package struct TargetUses: Hashable, Sendable {
    /// Targets at most; the one that was used least lately makes way.
    static let maximum = 64
    /// Maximum times to keep of one target and kind; older ones weigh little beside so many.
    private static let maximumTimes = 16
    /// Seconds since 1970 that are believed: as microseconds they are exact in JSON, too.
    private static let era = 0...JSON.largestInteger / 1_000_000
    /// Seconds.
    private static let halfLife = 14.0 * 86_400

    /// Seconds since 1970, ascending, keyed by target and `ContentKind`.
    private var times: [TargetName: [String: [Int]]] = [:]

    package init() {}

    var isEmpty: Bool { times.isEmpty }
    var targets: some Collection<TargetName> { times.keys }

    /// Counts a success.
    mutating func add(_ target: TargetName, _ kind: ContentKind, at time: Int) {
        // A clock that was ahead must not hold its times for the newest ones.
        let former = (times[target]?[kind.rawValue] ?? []).map { min($0, time) }
        times[target, default: [:]][kind.rawValue] = (former + [time]).suffix(Self.maximumTimes)
        makeWay(for: target)
    }

    /// Leaves as many as are kept, the last used ones.
    private mutating func makeWay(for target: TargetName? = nil) {
        guard times.count > Self.maximum else { return }
        let oldest = times.keys.filter { $0 != target }.sorted { last($0) ?? 0 < last($1) ?? 0 }
        for target in oldest.prefix(times.count - Self.maximum) { times[target] = nil }
    }

    /// Forgets an activity's targets.
    mutating func remove(_ identifier: String) {
        times = times.filter { $0.key.identifier != identifier }
    }

    func contains(_ identifier: String) -> Bool {
        times.keys.contains { $0.identifier == identifier }
    }

    /// How much a target counts for a kind of content; 0 for one that was never used for it. A time to come, as a clock that
    /// was set back leaves, counts as now.
    func weight(_ target: TargetName, _ kind: ContentKind, at now: Int) -> Double {
        (times[target]?[kind.rawValue] ?? []).reduce(0) {
            $0 + Self.worth(after: max(0, Double(now) - Double($1)) / Self.halfLife)
        }
    }

    /// 1 halved as many times; in between, on a straight line.
    private static func worth(after halvings: Double) -> Double {
        let whole = min(halvings.rounded(.down), 1000)
        return Double(sign: .plus, exponent: -Int(whole), significand: 1 - min(halvings - whole, 1) / 2)
    }

    /// When the target was last used, for any kind of content.
    func last(_ target: TargetName) -> Int? { times[target]?.values.compactMap(\.last).max() }

    /// All targets with how often each was used, as far as that is kept, and when last; sorted by identifier and value.
    var all: [(target: TargetName, count: Int, last: Int)] {
        times.map { ($0, $1.values.reduce(0) { $0 + $1.count }, last($0) ?? 0) }
            .sorted { ($0.0.identifier, $0.0.value.text) < ($1.0.identifier, $1.0.value.text) }
    }
}

extension TargetUses: JSONConvertible {
    /// Entries that are not understood are left out.
    package init(json: JSON) {
        guard case .array(let entries) = json else { return }
        for entry in entries {
            guard let object = try? JSON.Object(json: entry),
                let name: String = try? object.read("identifier"),
                let value: String = try? object.read("value"), Identifier.isValid(name),
                let uses = try? [String: [Int]](json: object.value("uses") ?? .null)
            else { continue }
            let used = uses.mapValues { $0.filter(Self.era.contains).sorted().suffix(Self.maximumTimes) }
                .filter { !$1.isEmpty }.mapValues(Array.init)
            if !used.isEmpty { times[TargetName(name, value)] = used }
        }
        makeWay()
    }

    package var json: JSON {
        .array(
            all.map { target, _, _ in
                .object(
                    JSON.Object([
                        ("identifier", .string(target.identifier)), ("value", .string(target.value.text)),
                        ("uses", (times[target] ?? [:]).json),
                    ]))
            })
    }
}
