// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// A file of the admin's policy, and its state.
package struct PolicyFile: Hashable, Sendable {
    package let path: String
    package let kind: PolicyKind
    package let state: PolicyFileState
    /// Path of the file that hides this one; nil if it is not hidden.
    package var by: String?

    package init(path: String, kind: PolicyKind, state: PolicyFileState, by: String? = nil) {
        (self.path, self.kind, self.state, self.by) = (path, kind, state, by)
    }
}

/// One setting, election or list of the admin's policy, and its source.
package struct PolicyEntry: Hashable, Sendable {
    package let kind: PolicyKind
    /// A setting's name, the identifier or pattern of an election, or "arrangement".
    package let key: String
    package let value: JSON
    package let path: String
    /// The position in the file; nil if the file no longer has the entry.
    package let position: TextPosition?
    /// The file whose entry overrides this one; nil for an entry in force.
    package var overriddenBy: String?
    /// Whether the entry would open something, which waits until no file is broken. A list of allowed
    /// activities closes all others meanwhile.
    package var waits = false

    package init(_ kind: PolicyKind, _ key: String, _ value: JSON, in document: PolicyDocument) {
        (self.kind, self.key, self.value, path) = (kind, key, value, document.path)
        position = document.positions[ExactText(key)]
    }

    package var line: Int? { position?.line }
    package var location: String { path + (line.map { ":\($0)" } ?? "") }
    package var exactLocation: String { location + (position.map { ":\($0.column)" } ?? "") }

    /// The entry without its line, which may move.
    var identity: Identity { Identity(kind: kind, key: ExactText(key), path: ExactText(path), value: value) }

    /// The identity of an entry, or a part of it.
    struct Identity: Hashable {
        let kind: PolicyKind
        let key: ExactText
        var path: ExactText?
        var value: JSON?
    }

    /// The value as JSON, cut after 16,384 Unicode scalars, with "…" at the end.
    package var text: String {
        let scalars = String(decoding: value.serialized, as: UTF8.self).unicodeScalars
        let start = scalars.prefix(16_384)
        return String(start) + (start.endIndex < scalars.endIndex ? "…" : "")
    }
}

/// The admin's whole policy, as the method `Policy` reports it.
package struct PolicyReport: Hashable, Sendable {
    package var files: [PolicyFile] = []
    package private(set) var entries: [PolicyEntry] = []
    /// Indices in `entries` by key, without the entries that were overridden one by one.
    private var indexes: [PolicyEntry.Identity: [Int]] = [:]

    package init() {}

    private static func identity(_ kind: PolicyKind, _ key: String) -> PolicyEntry.Identity {
        PolicyEntry.Identity(kind: kind, key: ExactText(key))
    }

    /// Adds an entry beside earlier entries of the same key.
    package mutating func append(_ entry: PolicyEntry) {
        indexes[Self.identity(entry.kind, entry.key), default: []].append(entries.count)
        entries.append(entry)
    }

    /// Adds an entry. It overrides earlier entries of the same key, or is overridden by them if `yields`.
    package mutating func add(_ entry: PolicyEntry, yields: Bool = false) {
        let place = Self.identity(entry.kind, entry.key)
        if yields, let former = indexes[place]?.first {
            var entry = entry
            entry.overriddenBy = entries[former].path
            return entries.append(entry)
        }
        for former in indexes.removeValue(forKey: place) ?? [] { entries[former].overriddenBy = entry.path }
        append(entry)
    }

    /// Marks each closing of `tables` as in force, and entries that would open something or contradict a
    /// closing as waiting.
    mutating func complete(with tables: [PolicyTable], waiting: Set<PolicyEntry.Identity>) {
        for index in entries.indices where waiting.contains(entries[index].identity) {
            entries[index].waits = true
        }
        var known = Dictionary(entries.indices.map { (entries[$0].identity, $0) }) { first, _ in first }
        for entry in tables.flatMap(\.report.entries) where entry.overriddenBy == nil && entry.closes {
            if let index = known[entry.identity] {
                entries[index].overriddenBy = nil
            } else {
                for index in indexes[Self.identity(entry.kind, entry.key)] ?? [] where !entries[index].closes
                {
                    entries[index].waits = true
                }
                known[entry.identity] = entries.count
                append(entry)
            }
        }
    }

    /// The entry in force for a key; nil if no file has one.
    func entry(_ kind: PolicyKind, _ key: String) -> PolicyEntry? {
        indexes[Self.identity(kind, key)]?.first { entries[$0].overriddenBy == nil }
            .map { entries[$0] }
    }
}

extension PolicyEntry {
    /// Whether an entry decides also while it waits: a list of allowed activities closes all others.
    package static func decidesWhileWaiting(_ kind: PolicyKind, _ key: String) -> Bool {
        kind == .configuration && key.isExactly(SettingKey.allowedKey)
    }

    fileprivate var closes: Bool {
        switch kind {
        case .arrangement: false
        case .configuration: SettingKey(key)?.closing(value) != nil
        case .elections: (try? AdminElection(json: value))?.election == .ignore
        }
    }
}

/// An entry that the admin's files brought into force, or no longer have.
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
        let place = isInForce ? entry.location : entry.path
        return "\(place): \(subject) is \(isInForce ? "in force" : "no longer in force")\(value)"
    }
}

extension PolicyReport {
    /// The differences between the entries in force. A client's own writes are reported as that client's
    /// change instead.
    package func changes(since former: PolicyReport) -> [PolicyChange] {
        let (before, now) = (former.inForce, inForce)
        let known = Set(before.map(\.identity))
        let kept = Set(now.map(Self.subject))
        return now.filter { !known.contains($0.identity) }.map { PolicyChange(entry: $0, isInForce: true) }
            + before.filter { !kept.contains(Self.subject($0)) }
            .map { PolicyChange(entry: $0, isInForce: false) }
    }

    private var inForce: [PolicyEntry] {
        let paths = Set(files.map { ExactText($0.path) })
        return entries.filter {
            $0.overriddenBy == nil && (!$0.waits || PolicyEntry.decidesWhileWaiting($0.kind, $0.key))
                && paths.contains(ExactText($0.path))
        }
    }

    private static func subject(_ entry: PolicyEntry) -> PolicyEntry.Identity {
        PolicyEntry.Identity(kind: entry.kind, key: ExactText(entry.key), path: ExactText(entry.path))
    }
}
