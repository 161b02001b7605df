// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// One whole policy: merged documents, or closings alone.
package struct PolicyTable: Hashable, Sendable {
    package private(set) var elections = AdminElections()
    package private(set) var settings = SettingValues()
    package private(set) var masks: [String: [String]] = [:]
    /// The entries of all documents, in merge order.
    package private(set) var report = PolicyReport()

    package init() {}

    /// The table that closes everything, because of the file or folder at `path`.
    static func none(because path: String) -> PolicyTable {
        var table = PolicyTable()
        (table.settings, table.elections) = (.none, .none)
        let document = PolicyDocument(path: path, object: JSON.Object())
        for key in SettingKey.table {
            guard let closing = key.closing(.null) ?? key.closing([]) else { continue }
            table.report.append(PolicyEntry(.configuration, key.name, closing, in: document))
        }
        return table
    }

    /// Merges whole documents. For each key the last document with the key decides, and `Elect` decides over
    /// all but locks.
    package init(_ documents: [PolicyDocument], _ layout: PolicyLayout) {
        let placed = documents.compactMap { document in
            layout.position(of: document.path).map { ($0, document) }
        }
        .sorted { PolicyLayout.Position.precedes($0.0, $1.0) }
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
                let former = settings
                let faults = key.read(value, &settings)
                // A value of which nothing can be used is not in force.
                guard key.closes || faults.isEmpty || settings != former else { continue }
                report.add(PolicyEntry(.configuration, name, value, in: document))
            }
        }
    }

    private mutating func addMasks(_ value: JSON, _ document: PolicyDocument) {
        masks[document.path] = try? [String](json: value)
    }

    private mutating func addElections(_ document: PolicyDocument, isElected: Bool) {
        let entries = ElectionDocument(document.object).entries.sorted { $0.key < $1.key }
        if isElected, !entries.isEmpty { elections.configured = elections.table }
        for (name, election) in entries {
            let entry = PolicyEntry(.elections, name, election.json, in: document)
            let isLocked = isElected && elections.configured?[name]?.isLocked == true
            // An equal entry keeps the earlier document as its source.
            guard isLocked || elections.table[name] != election else { continue }
            report.add(entry, yields: isLocked)
            if !isLocked { elections.table[name] = election }
        }
    }

    private mutating func finish() {
        elections.allowed = settings.allowed
        elections.masked = Set(masks.values.joined().compactMap { BundleName.identifier(in: $0) })
    }
}

extension PolicyTable {
    /// An activity's level, masks included.
    package func openness(of activity: ActivityTraits) -> Openness {
        elections.masked.contains(activity.identifier) ? .closed : elections.openness(of: activity)
    }
}

// MARK: Closings

extension PolicyTable {
    /// The closings of a broken file, all locked.
    init(closing document: PolicyDocument, _ layout: PolicyLayout) {
        var document = document
        document.object = Closings.locked(document.object)
        self = PolicyTable([document], layout).closings
    }

    var closings: PolicyTable {
        var table = self
        table.elections.onlyCloses = true
        return table
    }

    /// The same closings in fewer tables, because each scan checks every activity against all tables.
    /// Elections that are all locked, or all unlocked, decide together as they do apart.
    static func joined(_ tables: [PolicyTable]) -> [PolicyTable] {
        var (locked, unlocked, others) = (PolicyTable().closings, PolicyTable().closings, [PolicyTable]())
        for table in tables {
            let entries = table.elections.table.entries.values
            if !table.settings.closed.isEmpty || !table.settings.allowed.isEmpty || !table.masks.isEmpty {
                others.append(table)
            } else if entries.allSatisfy({ $0.openness == .closed }) {
                locked.join(table)
            } else if entries.allSatisfy({ $0.openness == .ignored }) {
                unlocked.join(table)
            } else if entries.contains(where: { $0.election == .ignore }) {
                others.append(table)
            }
        }
        return [locked, unlocked] + others
    }

    private mutating func join(_ table: PolicyTable) {
        for (name, election) in table.elections.table.entries { elections.table[name] = election }
        for entry in table.report.entries { report.append(entry) }
    }
}
