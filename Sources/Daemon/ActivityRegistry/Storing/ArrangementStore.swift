// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import Host
import StrictJSON

/// The order of the custom activities, as the person put it, or as the admin did for people who have none of
/// their own: `{"arrangement": ["org.example.resize"]}`.
///
/// The admin's drop-ins are read one after another: each list continues the one before, and an empty one begins anew.
/// What `Arrange` in the system scope wrote takes the place of all of them.
package struct ArrangementStore {
    private let layers: PolicyLayers
    private let system: IdentifierFile
    private let person: IdentifierFile?
    private let lastGood: LastGood

    static let key = "arrangement"

    /// Paths of the files, each named `arrangement.json`; `person` is nil in the system scope.
    package init(
        layers: PolicyLayers = PolicyLayers([]), system: String, person: String?, lastGood: LastGood
    ) {
        self.layers = layers
        self.system = IdentifierFile(file: StateFile(path: system, audience: .everybody), key: Self.key)
        self.person = person.map {
            IdentifierFile(file: StateFile(path: $0, audience: .owner), key: Self.key)
        }
        self.lastGood = lastGood
    }

    /// Uses the files of a search path.
    package init(_ path: SearchPath, lastGood: LastGood) {
        let own = path.stateFolders.first ?? ""
        self.init(
            layers: PolicyLayers(path.policyFolders),
            system: (path.stateFolders.last ?? own) + "/arrangement.json",
            person: path.scope == .user ? own + "/arrangement.json" : nil, lastGood: lastGood)
    }

    /// The files that `load` reads besides drop-ins, for the watcher.
    package var paths: [String] { [system.path] + (person.map { [$0.path] } ?? []) }

    /// The scope's own file, which `replace` writes.
    private var own: IdentifierFile { person ?? system }
    var folder: String { own.folder }
    var audience: StateFile.Audience { own.audience }

    /// The arrangement as one look reads it.
    package struct Reading {
        /// The one in force: the person's, or the admin's where the person has none.
        package fileprivate(set) var arrangement: [String] = []
        /// A sentence for each file or entry that could not be used; none of them stops a load.
        package fileprivate(set) var problems: [String] = []
        /// The drop-ins that count.
        fileprivate(set) var dropIns: [String] = []
        /// Whether every folder of drop-ins could be listed.
        fileprivate(set) var isComplete = true
    }

    /// - Parameters:
    ///   - report: is told of each of the admin's files and lists.
    ///   - note: called with the path of each file before it is read.
    package func load(report: inout PolicyReport, note: (String) -> Void = { _ in }) -> Reading {
        var reading = Reading()
        let admin = adminArrangement(&reading, &report, note: note)
        person.map { note($0.path) }
        let own = person?.identifiers(lastGood.files, &reading.problems) ?? []
        reading.arrangement = own.isEmpty ? admin : own
        return reading
    }

    package func load() -> Reading {
        var report = PolicyReport()
        return load(report: &report)
    }

    private func adminArrangement(
        _ reading: inout Reading, _ report: inout PolicyReport, note: (String) -> Void
    ) -> [String] {
        var found = PolicyFiles(.arrangement, lastGood)
        found.readDropIns(in: layers.folders, note: note)
        reading.problems += found.problems
        reading.dropIns = found.paths
        reading.isComplete = found.isComplete
        report.add(found)
        var arrangement: [String] = []
        for (path, list) in found.lists {
            if list.isEmpty {
                arrangement = []
                report.override(.arrangement, by: path)
            }
            arrangement += list
            report.add(list, in: path)
        }
        let written = written(note: note)
        reading.problems += written.problems
        guard let chosen = written.lists.last?.list, !chosen.isEmpty else {
            return arrangement.withoutRepeats
        }
        report.override(.arrangement, by: system.path)
        report.add(chosen, in: system.path)
        return chosen
    }

    /// The file that `Arrange` in the system scope wrote.
    private func written(note: (String) -> Void = { _ in }) -> PolicyFiles {
        var found = PolicyFiles(.arrangement, lastGood)
        found.read([system.file], note: note)
        return found
    }

    /// The list in the scope's own file; empty where it has none.
    func ownArrangement() -> [String] {
        var unused: [String] = []
        return person.map { $0.identifiers(lastGood.files, &unused) ?? [] } ?? written().lists.last?.list
            ?? []
    }

    /// Replaces the whole arrangement in the scope's own file, durably; an empty one takes the file away.
    ///
    /// - Parameter confirm: called when that is done; where it throws, the former one comes back.
    package func replace(
        _ arrangement: [String], confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        try own.replace(arrangement, confirm: confirm)
    }
}

extension PolicyFiles {
    /// The lists of the files that have one, by their paths.
    fileprivate var lists: [(path: String, list: [String])] {
        documents.filter { !$0.onlyCloses }.compactMap { document in
            let list: [String]? = try? document.object.read(ArrangementStore.key)
            return list.map { (document.path, $0) }
        }
    }
}

extension PolicyReport {
    fileprivate mutating func add(_ list: [String], in path: String) {
        append(PolicyEntry(kind: .arrangement, key: ArrangementStore.key, value: list.json, path: path))
    }
}
