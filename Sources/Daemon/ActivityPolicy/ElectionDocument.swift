// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// Reads a file of elections, entry by entry. An unreadable entry of the person's is skipped; the admin's
/// ignores its activities and locks them.
package struct ElectionDocument {
    package static let key = "elections"

    /// Whether the file is the person's, in which a lock has no effect.
    private let isPersons: Bool
    package private(set) var entries: [String: AdminElection] = [:]
    private(set) var faults: [SettingKey.InvalidValue] = []

    package init(_ root: JSON.Object, isPersons: Bool = false) {
        self.isPersons = isPersons
        for (name, value) in root.members where !Self.isNote(name) {
            if name == Self.key, case .object(let elections) = value {
                var odd: [(name: String, value: JSON)] = []
                for (name, entry) in elections.members {
                    if isName(name) { read(entry, of: name) } else { odd.append((name, entry)) }
                }
                for (name, entry) in odd where !Self.isNote(name) { refuse(entry, of: name) }
            } else {
                faults.append(SettingKey.unread(name, besides: [Self.key]))
            }
        }
    }

    /// Whether a key is a note, which is not read. Not for the keys of elections, which are identifiers or
    /// patterns.
    package static func isNote(_ key: String) -> Bool { key.utf8.starts(with: "x-".utf8) }

    /// The document with `value` as the entry of `identifier`, or without the entry if `value` is nil.
    package static func setting(_ identifier: String, to value: JSON?, in root: JSON.Object) -> JSON.Object {
        var (root, elections) = (root, JSON.Object())
        if case .object(let object)? = root.value(key) { elections = object }
        guard elections.value(identifier) != value else { return root }
        elections.set(identifier, value)
        root.set(key, .object(elections))
        return root
    }

    package static func document(_ entries: [String: AdminElection]) -> JSON.Object {
        guard !entries.isEmpty else { return JSON.Object() }
        let members = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        return JSON.Object([(key, .object(JSON.Object(members)))])
    }

    private func isName(_ name: String) -> Bool {
        Identifier.isValid(name) || !isPersons && ActivityPattern.isPattern(name)
    }

    private static func pointer(_ name: String) -> String { JSON.pointer(key) + JSON.pointer(name) }

    /// Rejects an election; the admin's still closes everything that it may have been meant to close.
    private mutating func refuse(_ entry: JSON, of name: String) {
        let alternative = isPersons ? "" : ", nor a pattern such as org.example.*, category:share or network,"
        let near = isPersons ? nil : ActivityPattern.near(name).map { " Was \"\($0)\" meant?" }
        faults.append(
            (
                Self.pointer(name),
                "\"\(name)\" is not an identifier\(alternative) and is not used.\(near ?? "")"
            ))
        let election = try? AdminElection(json: entry)
        guard !isPersons, election?.election ?? .ignore == .ignore else { return }
        let meant = ActivityPattern.meant(by: name)
        guard !meant.isEmpty else { return }
        faults.append(
            (Self.pointer(name), "Until \"\(name)\" is corrected, every category is ignored, and locked so."))
        for pattern in meant { entries[pattern] = AdminElection(.ignore, isLocked: true) }
    }

    private mutating func read(_ entry: JSON, of identifier: String) {
        do {
            let election = try AdminElection(json: entry)
            reportUnknown(entry, of: identifier)
            entries[identifier] = AdminElection(
                election.election, isLocked: !isPersons && election.isLocked)
        } catch {
            let place = error.beneath(identifier).beneath(Self.key)
            let fault = "The election of \(identifier) is not used: \(place)."
            let effect = isPersons ? "" : " Until it is corrected, what it names is ignored, and locked so."
            faults.append((place.pointer, fault + effect))
            guard !isPersons else { return }
            entries[identifier] = AdminElection(.ignore, isLocked: true)
        }
    }

    private mutating func reportUnknown(_ entry: JSON, of identifier: String) {
        guard case .object(let object) = entry else { return }
        let known = isPersons ? ["election"] : ["election", "locked"]
        for name in object.names where !known.contains(name) && !Self.isNote(name) {
            let advice = name == "locked" ? "Only the admin's files lock." : known.advice(on: name)
            faults.append(
                (
                    Self.pointer(identifier) + JSON.pointer(name),
                    "Nothing reads the key \"\(name)\" of \(identifier). \(advice)"
                ))
        }
    }
}
