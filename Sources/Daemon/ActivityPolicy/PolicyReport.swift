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

    package init(path: String, kind: PolicyKind, state: PolicyFileState, by: String? = nil) {
        (self.path, self.kind, self.state, self.by) = (path, kind, state, by)
    }
}

/// One setting, election or list of the admin's policy, and where it comes from.
package struct PolicyEntry: Hashable, Sendable {
    package let kind: PolicyKind
    /// A setting's name, the identifier or pattern of an election, or "arrangement".
    package let key: String
    package let value: JSON
    /// Path of the file.
    package let path: String
    /// The line in it; nil where the file no longer says so.
    package let line: Int?
    /// The file whose entry takes the place of this one; nil for what is in force.
    package var overriddenBy: String?
    /// Whether it would open something, and waits until no file is faulty.
    package var waits = false

    package init(_ kind: PolicyKind, _ key: String, _ value: JSON, in document: PolicyDocument) {
        (self.kind, self.key, self.value, path) = (kind, key, value, document.path)
        line = document.lines[ExactText(key)]
    }

    package var place: String { path + (line.map { ":\($0)" } ?? "") }

    /// The entry without its line, which may move.
    var saying: Saying { Saying(kind: kind, key: ExactText(key), path: ExactText(path), value: value) }

    /// Everything about an entry that tells it from others, or a part of that.
    struct Saying: Hashable {
        let kind: PolicyKind
        let key: ExactText
        var path: ExactText?
        var value: JSON?
    }

    /// The value as JSON. What is longer than 16,384 Unicode scalars is cut, and ends in "…".
    package var text: String {
        let scalars = String(decoding: value.serialized, as: UTF8.self).unicodeScalars
        let start = scalars.prefix(16_384)
        return String(start) + (start.endIndex < scalars.endIndex ? "…" : "")
    }
}

/// All of the admin's policy, as `Policy` answers.
package struct PolicyReport: Hashable, Sendable {
    package var files: [PolicyFile] = []
    package private(set) var entries: [PolicyEntry] = []
    /// Where the entries of each key stand in `entries`, but for those that were overridden one by one.
    private var places: [PolicyEntry.Saying: [Int]] = [:]

    package init() {}

    private static func place(_ kind: PolicyKind, _ key: String) -> PolicyEntry.Saying {
        PolicyEntry.Saying(kind: kind, key: ExactText(key))
    }

    /// Adds what a file says beside what earlier ones said.
    package mutating func append(_ entry: PolicyEntry) {
        places[Self.place(entry.kind, entry.key), default: []].append(entries.count)
        entries.append(entry)
    }

    /// Adds what a file says. It overrides what earlier ones said of the same, or, where `yields`, is overridden by it.
    package mutating func add(_ entry: PolicyEntry, yields: Bool = false) {
        let place = Self.place(entry.kind, entry.key)
        if yields, let former = places[place]?.first {
            var entry = entry
            entry.overriddenBy = entries[former].path
            return entries.append(entry)
        }
        for former in places.removeValue(forKey: place) ?? [] { entries[former].overriddenBy = entry.path }
        append(entry)
    }

    /// Has each closing of `tables` in force, and marks what waits: what opens something of those, or says otherwise of the same.
    mutating func complete(with tables: [PolicyTable], waiting: Set<PolicyEntry.Saying>) {
        for index in entries.indices where waiting.contains(entries[index].saying) {
            entries[index].waits = true
        }
        var known = Dictionary(entries.indices.map { (entries[$0].saying, $0) }) { first, _ in first }
        for entry in tables.flatMap(\.report.entries) where entry.overriddenBy == nil && entry.closes {
            if let index = known[entry.saying] {
                entries[index].overriddenBy = nil
            } else {
                for index in places[Self.place(entry.kind, entry.key)] ?? [] where !entries[index].closes {
                    entries[index].waits = true
                }
                known[entry.saying] = entries.count
                append(entry)
            }
        }
    }

    /// The entry in force for a key; nil if no file has one.
    func entry(_ kind: PolicyKind, _ key: String) -> PolicyEntry? {
        places[Self.place(kind, key)]?.first { entries[$0].overriddenBy == nil }
            .map { entries[$0] }
    }
}

extension PolicyEntry {
    fileprivate var closes: Bool {
        switch kind {
        case .arrangement: false
        case .configuration: SettingKey(key)?.closing(value) != nil
        case .elections: (try? AdminElection(json: value))?.election == .ignore
        }
    }
}

/// Something that a file of the admin's policy brought into force, or no longer says.
package struct PolicyChange: Hashable, Sendable {
    package let entry: PolicyEntry
    package let isInForce: Bool

    package var sentence: String {
        let subject =
            switch entry.kind {
            case .arrangement: "the arrangement"
            case .configuration: "\"\(entry.key)\""
            case .elections: "the election of \"\(entry.key)\""
            }
        let value = isInForce ? ": " + entry.text : "."
        let place = isInForce ? entry.place : entry.path
        return "\(place): \(subject) is \(isInForce ? "in force" : "no longer in force")\(value)"
    }
}

extension PolicyReport {
    /// The difference in what files have in force. What a client had written is told as that client's change.
    package func changes(since former: PolicyReport) -> [PolicyChange] {
        let (before, now) = (former.inForce, inForce)
        let known = Set(before.map(\.saying))
        let kept = Set(now.map(Self.subject))
        return now.filter { !known.contains($0.saying) }.map { PolicyChange(entry: $0, isInForce: true) }
            + before.filter { !kept.contains(Self.subject($0)) }
            .map { PolicyChange(entry: $0, isInForce: false) }
    }

    private var inForce: [PolicyEntry] {
        let paths = Set(files.map { ExactText($0.path) })
        return entries.filter { $0.overriddenBy == nil && !$0.waits && paths.contains(ExactText($0.path)) }
    }

    private static func subject(_ entry: PolicyEntry) -> PolicyEntry.Saying {
        PolicyEntry.Saying(kind: entry.kind, key: ExactText(entry.key), path: ExactText(entry.path))
    }
}
