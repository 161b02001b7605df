// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The understood part of an object in a file of policy. Each part that cannot be read closes by itself: a setting is as
/// strict as it can be, an entry of `onlyActivities` allows nothing, an election ignores its activity and locks. Stars close
/// nothing: those that cannot be read do not count.
struct PolicyContent {
    private(set) var object: JSON.Object
    /// A sentence for each part that is not understood, without the file's name.
    private(set) var faults: [String] = []
    /// Whether all of it is understood that may open something.
    var isWhole: Bool { faults.isEmpty || object.value(ArrangementStore.key) != nil }

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
            case _ where PolicySwitch(rawValue: name) != nil:
                if case .bool = value { continue }
                put(false, for: name, "Expected a boolean, found \(value.typeName)")
            case PolicySettings.allowedKey: readAllowed(value, name)
            case StarStore.key: readStars(value)
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
            if case .string(let text) = entry { return ActivitySet([text]) != nil }
            return false
        }
        guard allowed.count < entries.count else { return }
        for entry in entries where !allowed.contains(entry) {
            let text = String(decoding: entry.serialized, as: UTF8.self)
            let near = (try? String(json: entry)).flatMap(ActivityPattern.near).map {
                " Was \"\($0)\" meant?"
            }
            faults.append(
                "\(name): \(text) allows nothing, as it is neither an identifier nor a pattern such as "
                    + "org.example.*.\(near ?? "")")
        }
        object.set(name, .array(allowed))
    }

    private mutating func readStars(_ value: JSON) {
        guard value != .null else { return }
        do {
            let (used, faults) = ScopeFiles.checked(try [String](json: value))
            self.faults += faults.map { "\(StarStore.key): \($0)" }
            if !faults.isEmpty { object.set(StarStore.key, used.json) }
        } catch {
            faults.append("\(error.beneath(StarStore.key)).")
            object.set(StarStore.key, nil)
        }
    }

    private mutating func put(_ value: JSON, for name: String, _ fault: String) {
        let text = String(decoding: value.serialized, as: UTF8.self)
        faults.append("\(name): \(fault). Until it is corrected, it counts as \(text).")
        object.set(name, value)
    }

    private mutating func readElections() {
        var document = ElectionDocument(isPersons: false)
        document.read(object)
        faults = document.faults
        if !faults.isEmpty { object = document.object }
    }

    private mutating func readArrangement() {
        for name in object.names { dropUnknown(name, among: [ArrangementStore.key]) }
        guard let list: [String] = try? object.read(ArrangementStore.key) else { return }
        let (used, faults) = ScopeFiles.checked(list)
        self.faults += faults
        if !faults.isEmpty { object.set(ArrangementStore.key, used.json) }
    }

    private mutating func dropUnknown(_ name: String, among known: [String]) {
        guard !known.contains(where: { $0.isExactly(name) }) else { return }
        faults.append("Nothing reads the key \"\(name)\". \(known.advice(on: name))")
        object.set(name, nil)
    }
}

extension PolicyKind {
    /// Holds an object to the form of such a file. One of settings may have any keys.
    func checked(_ content: StateFile.Content) -> StateFile.Content {
        switch self {
        case .configuration: content
        case .elections: ElectionDocument.checked(content)
        case .arrangement: ScopeFiles.checked(content, key: ArrangementStore.key)
        }
    }
}

extension JSON.Object {
    /// The restrictions of several files, as one file says them.
    static func closing(_ objects: [JSON.Object]) -> JSON.Object {
        let documents = objects.map { PolicyDocument(path: "", object: $0, onlyCloses: true) }
        var object = PolicySettings(documents).object
        let ignored = documents.flatMap(\.elections).filter { $0.value.election == .ignore }
        let elections = Dictionary(ignored.map { ($0.key, $0.value) }) { $0.isLocked ? $0 : $1 }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        if !elections.isEmpty { object.set(ElectionDocument.key, .object(JSON.Object(elections))) }
        return object
    }

    /// The part that opens and closes nothing: the daemon's own settings, an arrangement.
    var withoutPolicy: JSON.Object {
        JSON.Object(
            members.filter { !PolicySettings.keys.contains($0.name) && $0.name != ElectionDocument.key })
    }
}
