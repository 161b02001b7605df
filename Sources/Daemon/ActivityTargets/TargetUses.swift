// SPDX-License-Identifier: Apache-2.0
//
// Targets are ranked by how often and how recently a person has shared to them, separately for each kind of
// content. A success counts 1, after two weeks 0.5, after four weeks 0.25. Neither the content nor the
// target's label is stored.

import ActivityModel
import ActivityPerforming
package import StrictJSON

/// Identifies a target: its activity, and the answer to the direct field.
struct TargetName: Hashable, Sendable {
    let identifier: String
    let value: ExactText

    init(_ identifier: String, _ value: String) {
        (self.identifier, self.value) = (identifier, ExactText(value))
    }
}

package struct TargetUses: Hashable, Sendable {
    /// Maximum targets to remember; the least recently used ones are dropped.
    static let maximum = 64
    /// Maximum times to store for a target and kind; older ones would weigh little in comparison.
    private static let maximumTimes = 16
    /// Valid times in seconds since 1970, which JSON represents exactly even in microseconds.
    private static let era = 0...JSON.largestInteger / 1_000_000
    /// Half-life of a success, in seconds.
    private static let halfLife = 14.0 * 86_400

    /// Seconds since 1970, ascending, keyed by target and `ContentKind`.
    private var times: [TargetName: [String: [Int]]] = [:]

    package init() {}

    var isEmpty: Bool { times.isEmpty }
    var targets: some Collection<TargetName> { times.keys }

    mutating func add(_ target: TargetName, _ kind: ContentKind, at time: Int) {
        // Times of a clock that was ahead must not remain the newest.
        let former = (times[target]?[kind.rawValue] ?? []).map { min($0, time) }
        times[target, default: [:]][kind.rawValue] = (former + [time]).suffix(Self.maximumTimes)
        evict(for: target)
    }

    /// Drops the least recently used targets beyond the maximum, but not `target`.
    private mutating func evict(for target: TargetName? = nil) {
        guard times.count > Self.maximum else { return }
        let oldest = times.keys.filter { $0 != target }.sorted { last($0) ?? 0 < last($1) ?? 0 }
        for target in oldest.prefix(times.count - Self.maximum) { times[target] = nil }
    }

    mutating func remove(_ identifier: String) {
        times = times.filter { $0.key.identifier != identifier }
    }

    func contains(_ identifier: String) -> Bool {
        times.keys.contains { $0.identifier == identifier }
    }

    /// A target's weight for a kind of content; 0 if it was never used for that kind. A future time, left by
    /// a clock that was then set back, counts as now.
    func weight(_ target: TargetName, _ kind: ContentKind, at now: Int) -> Double {
        (times[target]?[kind.rawValue] ?? []).reduce(0) {
            $0 + Self.worth(after: max(0, Double(now) - Double($1)) / Self.halfLife)
        }
    }

    /// 0.5 to the power of `halvings`, interpolated linearly between integers.
    private static func worth(after halvings: Double) -> Double {
        let whole = min(halvings.rounded(.down), 1000)
        return Double(sign: .plus, exponent: -Int(whole), significand: 1 - min(halvings - whole, 1) / 2)
    }

    /// The time of the target's last use, for any kind of content; nil if it was never used.
    func last(_ target: TargetName) -> Int? { times[target]?.values.compactMap(\.last).max() }

    /// All targets, with the number of their stored uses and the time of the last use, sorted by identifier
    /// and value.
    var all: [(target: TargetName, count: Int, last: Int)] {
        times.map { ($0, $1.values.reduce(0) { $0 + $1.count }, last($0) ?? 0) }
            .sorted { ($0.0.identifier, $0.0.value.text) < ($1.0.identifier, $1.0.value.text) }
    }
}

extension TargetUses: JSONConvertible {
    /// Decodes uses; malformed entries are dropped.
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
        evict()
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
