// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// A file of the admin's policy, and what became of it.
package struct PolicyFile: Hashable, Sendable {
    package let path: String
    package let kind: PolicyKind
    package let state: PolicyFileState
    /// Path of the file that comes before a hidden one; nil for any other.
    package var by: String?
}

/// One setting, election or list of the admin's policy, and where it comes from.
package struct PolicyEntry: Hashable, Sendable {
    package let kind: PolicyKind
    /// A setting's name, the identifier or pattern of an election, or "arrangement".
    package let key: String
    package let value: JSON
    /// Path of the file.
    package let path: String
    /// The file whose entry takes the place of this one; nil for what is in force.
    package var overriddenBy: String?
}

/// All of the admin's policy, as `Policy` answers.
package struct PolicyReport: Hashable, Sendable {
    package var files: [PolicyFile] = []
    package var entries: [PolicyEntry] = []
    /// Where the entries of each key stand in `entries`, but for those that were overridden one by one.
    private var places: [Place: [Int]] = [:]
    /// The allow-lists, by their place in `entries`.
    private var allowed: [Int: [ActivitySet]] = [:]

    package init() {}

    private struct Place: Hashable {
        let kind: PolicyKind
        let key: ExactText
    }

    /// Adds what a file says beside what earlier ones said.
    mutating func append(_ entry: PolicyEntry) {
        places[Place(kind: entry.kind, key: ExactText(entry.key)), default: []].append(entries.count)
        if entry.key == PolicySettings.allowedKey, entry.value != .null {
            allowed[entries.count] = PolicySettings.sets(entry.value)
        }
        entries.append(entry)
    }

    /// Adds what a file says. It overrides what earlier ones said of the same, or, where `yields`, is overridden by it.
    mutating func add(_ entry: PolicyEntry, yields: Bool = false) {
        let place = Place(kind: entry.kind, key: ExactText(entry.key))
        if yields, let former = places[place]?.first {
            var entry = entry
            entry.overriddenBy = entries[former].path
            return entries.append(entry)
        }
        for former in places.removeValue(forKey: place) ?? [] { entries[former].overriddenBy = entry.path }
        append(entry)
    }

    /// Has the next entry of a kind take the place of all those before it.
    mutating func override(_ kind: PolicyKind, by path: String) {
        for index in entries.indices where entries[index].kind == kind && entries[index].overriddenBy == nil {
            entries[index].overriddenBy = path
        }
    }
}

/// Something that a file of the admin's policy brought into force, or no longer says.
package struct PolicyChange: Hashable, Sendable {
    package let entry: PolicyEntry
    package let isInForce: Bool

    /// - Parameter line: of the file; nil where it says so no longer.
    package func sentence(at line: Int?) -> String {
        let subject =
            switch entry.kind {
            case .arrangement: "the arrangement"
            case .configuration: "\"\(entry.key)\""
            case .elections: "the election of \"\(entry.key)\""
            }
        let value = isInForce ? ": " + String(decoding: entry.value.serialized, as: UTF8.self) : "."
        let place = entry.path + (line.map { ":\($0)" } ?? "")
        return "\(place): \(subject) is \(isInForce ? "in force" : "no longer in force")\(value)"
    }
}

extension PolicyReport {
    /// The entry in force that decides about an activity; nil if no file says so.
    package func entry(about activity: ActivityTraits, under elections: Elections) -> PolicyEntry? {
        if let name = elections.adminEntry(for: activity)?.name {
            return entry(.elections, name) { _ in true }
        }
        return entry(.configuration, PolicySettings.allowedKey) {
            allowed[$0]?.allSatisfy { $0.contains(activity) } == false
        }
    }

    private func entry(_ kind: PolicyKind, _ key: String, _ decides: (Int) -> Bool) -> PolicyEntry? {
        places[Place(kind: kind, key: ExactText(key))]?
            .first { entries[$0].overriddenBy == nil && decides($0) }.map { entries[$0] }
    }

    /// The difference in what files have in force. What a client had written is told as that client's change.
    func changes(since former: PolicyReport) -> [PolicyChange] {
        let (before, now) = (former.inForce, inForce)
        let known = Set(before)
        let kept = Set(now.map(Subject.init))
        return now.filter { !known.contains($0) }.map { PolicyChange(entry: $0, isInForce: true) }
            + before.filter { !kept.contains(Subject($0)) }.map { PolicyChange(entry: $0, isInForce: false) }
    }

    private var inForce: [PolicyEntry] {
        let paths = Set(files.map { ExactText($0.path) })
        return entries.filter { $0.overriddenBy == nil && paths.contains(ExactText($0.path)) }
    }

    private struct Subject: Hashable {
        let kind: PolicyKind
        let key, path: ExactText

        init(_ entry: PolicyEntry) {
            (kind, key, path) = (entry.kind, ExactText(entry.key), ExactText(entry.path))
        }
    }
}
