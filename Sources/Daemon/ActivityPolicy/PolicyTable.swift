// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// One whole policy: some documents merged, or closings alone.
package struct PolicyTable: Hashable, Sendable {
    package private(set) var elections = AdminElections()
    package private(set) var settings = SettingValues()
    /// The names of masks by their folders.
    package private(set) var masks: [String: [String]] = [:]
    /// The entries of all documents, in the order in which they are merged.
    package private(set) var report = PolicyReport()

    package init() {}

    /// Everything is closed.
    package static var none: PolicyTable {
        var table = PolicyTable()
        (table.settings, table.elections) = (.none, .none)
        return table
    }

    /// Merges whole documents: of each key the last one that says something of it, and what `Elect` wrote except over a lock.
    package init(_ documents: [PolicyDocument], _ layout: PolicyLayout) {
        let placed = documents.compactMap { document in layout.place(of: document.path).map { ($0, document) }
        }
        .sorted { PolicyLayout.Place.precedes($0.0, $1.0) }
        for (place, document) in placed where place.kind == .configuration { addSettings(document) }
        for (place, document) in placed where place.kind == .elections {
            addElections(document, isElected: place.rank == 2)
        }
        finish()
    }

    private mutating func addSettings(_ document: PolicyDocument) {
        for (name, value) in document.object.members {
            if name == PolicyFragment.masksKey {
                addMasks(value, document)
            } else if let key = SettingKey(name) {
                _ = key.read(value, &settings)
                report.add(PolicyEntry(.configuration, name, value, in: document))
            }
        }
    }

    private mutating func addMasks(_ value: JSON, _ document: PolicyDocument) {
        guard let names = try? [String](json: value) else { return close() }
        masks[document.path] = names
    }

    private mutating func addElections(_ document: PolicyDocument, isElected: Bool) {
        switch document.object.value(ElectionDocument.key) {
        case nil: return
        case .object?: break
        default: return close()
        }
        let entries = ElectionDocument(document.object).entries.sorted { $0.key < $1.key }
        if isElected, !entries.isEmpty { elections.configured = elections.table }
        for (name, election) in entries {
            let entry = PolicyEntry(.elections, name, election.json, in: document)
            let isLocked = isElected && elections.configured?[name]?.isLocked == true
            // An equal entry stays the earlier document's.
            guard isLocked || elections.table[name] != election else { continue }
            report.add(entry, yields: isLocked)
            if !isLocked { elections.table[name] = election }
        }
    }

    /// A document of another version's, of which it is not known what it means.
    private mutating func close() { settings = .none }

    private mutating func finish() {
        elections.allowed = settings.allowed
        elections.masked = Set(masks.values.joined().compactMap { BundleName.identifier(in: $0) })
    }
}

// MARK: Closings

extension PolicyTable {
    /// The closings of a file that is not whole, all locked, without those that its last whole document has just so.
    init(closing object: JSON.Object, path: String, but whole: JSON.Object?, lines: [ExactText: Int] = [:]) {
        let document = PolicyDocument(path: path, object: object, lines: lines)
        for (name, value) in object.members {
            switch name {
            case ElectionDocument.key: closeElections(document, but: whole)
            case SettingKey.allowedKey: closeAll(but: value, whole, document)
            case PolicyFragment.masksKey: addMasks(value, document)
            default:
                guard PolicySwitch(rawValue: name) != nil, whole?.value(name) != value else { continue }
                _ = SettingKey(name)?.read(value, &settings)
                report.append(PolicyEntry(.configuration, name, value, in: document))
            }
        }
        elections.onlyCloses = true
        finish()
    }

    private mutating func closeElections(_ document: PolicyDocument, but whole: JSON.Object?) {
        guard case .object? = document.object.value(ElectionDocument.key) else { return close() }
        let said = whole.map { ElectionDocument($0).entries } ?? [:]
        for (name, election) in ElectionDocument(document.object).entries.sorted(by: { $0.key < $1.key })
        where election.election == .ignore && said[name] != election {
            let locked = AdminElection(.ignore, isLocked: true)
            elections.table[name] = locked
            report.append(PolicyEntry(.elections, name, locked.json, in: document))
        }
    }

    /// Restricts to one list, or to several that hold beside each other.
    private mutating func closeAll(but lists: JSON, _ whole: JSON.Object?, _ document: PolicyDocument) {
        let value = whole?.value(SettingKey.allowedKey)
        let said = value == .null ? nil : value.map { ActivitySet(json: $0) }
        for list in Self.lists(lists) where ActivitySet(json: list) != said {
            settings.allowed.append(ActivitySet(json: list))
            report.append(PolicyEntry(.configuration, SettingKey.allowedKey, list, in: document))
        }
    }

    static func lists(_ json: JSON) -> [JSON] {
        guard case .array(let elements) = json, case .array? = elements.first else { return [json] }
        return elements
    }

    /// The closings of several faulty versions of a file, as one document.
    static func closings(_ objects: [JSON.Object]) -> JSON.Object {
        var closings = JSON.Object()
        var elections: [String: AdminElection] = [:]
        var lists: [JSON] = []
        for (name, value) in objects.flatMap(\.members) {
            switch name {
            case ElectionDocument.key:
                guard case .object = value else {
                    closings.set(name, value)
                    continue
                }
                let entries = ElectionDocument(JSON.Object([(name, value)])).entries
                elections.merge(entries) { $0.isLocked ? $0 : $1 }
            case SettingKey.allowedKey:
                for list in Self.lists(value) where !lists.contains(list) { lists.append(list) }
            default: closings.set(name, value)
            }
        }
        if closings.value(ElectionDocument.key) == nil, !elections.isEmpty {
            closings.set(
                ElectionDocument.key, ElectionDocument.document(elections).value(ElectionDocument.key))
        }
        if !lists.isEmpty { closings.set(SettingKey.allowedKey, lists.count > 1 ? .array(lists) : lists[0]) }
        return closings
    }

    /// The same of which only the closings count.
    var closings: PolicyTable {
        var table = self
        table.elections.onlyCloses = true
        return table
    }

    /// Equal for tables that decide alike, wherever their entries are by now.
    struct Meaning: Hashable {
        let sayings: [PolicyEntry.Saying]
        let settings: SettingValues
        let masks: [String: [String]]
        let onlyCloses: Bool
    }

    var meaning: Meaning {
        Meaning(
            sayings: report.entries.map(\.saying), settings: settings, masks: masks,
            onlyCloses: elections.onlyCloses)
    }
}
