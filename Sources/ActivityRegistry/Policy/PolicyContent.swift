// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// What is understood of an object in a file of policy. Of what cannot be read, each part closes by itself: a setting
/// is as strict as it can be, an entry of `onlyActivities` allows nothing, an election ignores its activity and locks.
struct PolicyContent {
    private(set) var object: JSON.Object
    /// A sentence for each part that is not understood, without the file's name.
    private(set) var faults: [String] = []
    /// Whether every name is one that is read: another may be a mistyped one.
    private(set) var isWhole = true

    init(_ object: JSON.Object, of kind: PolicyKind) {
        self.object = object
        switch kind {
        case .configuration: readSettings()
        case .elections: readElections()
        case .arrangement: readArrangement()
        }
    }

    private mutating func readSettings() {
        for (name, value) in object.members {
            switch name {
            case "personalActivities", "generators":
                if case .bool = value { continue }
                if value != .null { put(false, for: name, "Expected a boolean, found \(value.typeName)") }
            case "onlyActivities": readAllowed(value, name)
            default: dropUnknown(name, among: PolicySettings.allKeys)
            }
        }
    }

    private mutating func readAllowed(_ value: JSON, _ name: String) {
        guard value != .null else { return }
        guard case .array(let entries) = value else {
            return put([], for: name, "Expected an array, found \(value.typeName)")
        }
        let allowed = entries.filter { entry in
            if case .string(let text) = entry { return IdentifierSet([text]) != nil }
            return false
        }
        guard allowed.count < entries.count else { return }
        for entry in entries where !allowed.contains(entry) {
            let text = String(decoding: entry.serialized, as: UTF8.self)
            faults.append(
                "\(name): \(text) allows nothing, as it is neither an identifier nor a pattern such as "
                    + "org.example.*.")
        }
        object.set(name, .array(allowed))
    }

    private mutating func put(_ value: JSON, for name: String, _ fault: String) {
        let text = String(decoding: value.serialized, as: UTF8.self)
        faults.append("\(name): \(fault). Until it is corrected, it counts as \(text).")
        object.set(name, value)
    }

    private mutating func readElections() {
        var document = ElectionDocument(isPersons: false)
        document.read(object)
        (faults, isWhole) = (document.faults, document.isWhole)
        if !faults.isEmpty { object = document.object }
    }

    private mutating func readArrangement() {
        for name in object.names { dropUnknown(name, among: [ArrangementStore.key]) }
        guard let list: [String] = try? object.read(ArrangementStore.key) else { return }
        let (used, faults) = ArrangementStore.checked(list)
        self.faults += faults
        if !faults.isEmpty { object.set(ArrangementStore.key, used.json) }
    }

    private mutating func dropUnknown(_ name: String, among known: [String]) {
        guard !known.contains(where: { $0.isExactly(name) }) else { return }
        faults.append("Nothing reads the key \"\(name)\". \(known.advice(on: name))")
        isWhole = false
        object.set(name, nil)
    }
}

extension PolicyKind {
    /// Holds an object to the form of such a file. One of settings may have any keys.
    func checked(_ content: StateFile.Content) -> StateFile.Content {
        switch self {
        case .configuration: content
        case .elections: ElectionDocument.checked(content)
        case .arrangement: ArrangementStore.checked(content)
        }
    }
}

extension JSON.Object {
    /// This object over another one of the kind, which counts where this one says nothing.
    func over(_ other: JSON.Object?) -> JSON.Object {
        guard let other else { return self }
        let own = Set(names.map { ExactText($0) })
        var both = JSON.Object(other.members.filter { !own.contains(ExactText($0.name)) } + members)
        if case .object(let elections)? = value(ElectionDocument.key),
            case .object(let others)? = other.value(ElectionDocument.key)
        {
            both.set(ElectionDocument.key, .object(elections.over(others)))
        }
        return both
    }
}
