// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// Reads what a file of elections holds, entry by entry. The person's entry that cannot be read is left aside; the admin's
/// ignores and locks.
struct ElectionDocument {
    static let key = "elections"

    /// Whether it is the person's, in whose file a lock means nothing.
    let isPersons: Bool
    private(set) var entries: [String: AdminElection] = [:]
    /// A sentence each, without the file's name.
    private(set) var faults: [String] = []

    init(isPersons: Bool) {
        self.isPersons = isPersons
    }

    /// Holds an object to the document's shape: under the key, if at all, is an object.
    static func checked(_ content: StateFile.Content) -> StateFile.Content {
        guard case .object(let object) = content, let value = object.value(key) else { return content }
        if case .object = value { return content }
        return .corrupt(reason: "An object is expected under \"\(key)\", not \(value.typeName).")
    }

    /// The document with another entry under `identifier`, or, for nil, without it.
    static func setting(_ identifier: String, to value: JSON?, in root: JSON.Object) -> JSON.Object {
        var (root, elections) = (root, JSON.Object())
        if case .object(let object)? = root.value(key) { elections = object }
        guard elections.value(identifier) != value else { return root }
        elections.set(identifier, value)
        root.set(key, .object(elections))
        return root
    }

    mutating func read(_ root: JSON.Object) {
        for (name, value) in root.members {
            if name == Self.key, case .object(let elections) = value {
                for (name, entry) in elections.members where isName(name) { read(entry, of: name) }
                for (name, entry) in elections.members where !isName(name) { refuse(entry, of: name) }
            } else {
                faults.append("Nothing reads the key \"\(name)\". \([Self.key].advice(on: name))")
            }
        }
    }

    private func isName(_ name: String) -> Bool {
        Identifier.isValid(name) || !isPersons && ActivityPattern.isPattern(name)
    }

    /// Leaves an election aside, and has it close whatever it may have been meant to.
    private mutating func refuse(_ entry: JSON, of name: String) {
        let alternative = isPersons ? "" : ", nor a pattern such as org.example.*, category:share or network,"
        let near = isPersons ? nil : ActivityPattern.near(name).map { " Was \"\($0)\" meant?" }
        faults.append("\"\(name)\" is not an identifier\(alternative) and is not used.\(near ?? "")")
        let election = try? AdminElection(json: entry)
        guard !isPersons, election?.election ?? .ignore == .ignore else { return }
        let meant = ActivityPattern.meant(by: name)
        guard !meant.isEmpty else { return }
        faults.append("Until \"\(name)\" is corrected, every category is ignored, and locked so.")
        for pattern in meant { entries[pattern] = AdminElection(.ignore, isLocked: true) }
    }

    private mutating func read(_ entry: JSON, of identifier: String) {
        do {
            let election = try AdminElection(json: entry)
            reportUnknown(entry, of: identifier)
            entries[identifier] = AdminElection(
                election.election, isLocked: !isPersons && election.isLocked)
        } catch {
            let fault = "The election of \(identifier) is not used: \(error)."
            guard !isPersons else { return faults.append(fault) }
            faults.append("\(fault) Until it is corrected, what it names is ignored, and locked so.")
            entries[identifier] = AdminElection(.ignore, isLocked: true)
        }
    }

    /// The part that is understood.
    var object: JSON.Object {
        let members = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        return JSON.Object([(Self.key, .object(JSON.Object(members)))])
    }

    private mutating func reportUnknown(_ entry: JSON, of identifier: String) {
        guard case .object(let object) = entry else { return }
        let known = isPersons ? ["election"] : ["election", "locked"]
        for name in object.names where !known.contains(name) {
            let advice = name == "locked" ? "Only the admin's files lock." : known.advice(on: name)
            faults.append("Nothing reads the key \"\(name)\" of \(identifier). \(advice)")
        }
    }
}
