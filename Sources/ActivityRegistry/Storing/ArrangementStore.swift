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
    private let system: StateFile
    private let person: StateFile?
    private let lastGood: LastGood

    private static let key = "arrangement"

    /// Paths of the files, each named `arrangement.json`; `person` is nil in the system scope.
    package init(
        layers: PolicyLayers = PolicyLayers([]), system: String, person: String?, lastGood: LastGood
    ) {
        self.layers = layers
        self.system = StateFile(path: system, audience: .everybody)
        self.person = person.map { StateFile(path: $0, audience: .owner) }
        self.lastGood = lastGood
    }

    /// Those of a search path.
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
    private var own: StateFile { person ?? system }
    var folder: String { Folder.split(own.path).folder }
    var audience: StateFile.Audience { own.audience }

    /// What a look learns of the arrangement.
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
        let own = person.flatMap { identifiers(in: $0, isPersons: true, &reading.problems) } ?? []
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
        let dropIns = layers.dropIns(.arrangement, lastGood: lastGood, note: note)
        reading.problems += dropIns.problems
        reading.dropIns = dropIns.used.map(\.path)
        reading.isComplete = dropIns.isComplete
        var arrangement: [String] = []
        var broken: Set<String> = []
        for file in dropIns.used {
            note(file.path)
            let known = reading.problems.count
            let list = identifiers(in: file, &reading.problems)
            if reading.problems.count > known { broken.insert(file.path) }
            guard let list else { continue }
            if list.isEmpty {
                arrangement = []
                report.override(.arrangement, by: file.path)
            }
            arrangement += list
            report.add(list, in: file)
        }
        report.add(dropIns, broken: broken)
        note(system.path)
        let chosen = identifiers(in: system, &reading.problems) ?? []
        guard !chosen.isEmpty else { return arrangement.withoutRepeats }
        report.override(.arrangement, by: system.path)
        report.add(chosen, in: system)
        return chosen
    }

    /// The list in the scope's own file; empty where it has none.
    func ownArrangement() -> [String] {
        var unused: [String] = []
        return identifiers(in: own, isPersons: person != nil, &unused) ?? []
    }

    /// Replaces the whole arrangement in the scope's own file, durably; an empty one takes the file away.
    ///
    /// - Parameter confirm: called when that is done; where it throws, the former one comes back.
    package func replace(
        _ arrangement: [String], confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let content = Self.checked(own.content())
        var root = content.object ?? JSON.Object()
        let value = arrangement.isEmpty ? JSON?.none : arrangement.json
        guard arrangement.isEmpty || root.value(Self.key) != value else { return try confirm() }
        root.set(Self.key, value)
        guard !root.members.isEmpty else { return try own.remove(content, confirm: confirm) }
        try own.write(root, over: content, confirm: confirm)
    }

    /// The file's, or those of the admin's last good version where it cannot be used; nil where it names none.
    private func identifiers(
        in file: StateFile, isPersons: Bool = false, _ problems: inout [String]
    ) -> [String]? {
        let content = Self.checked(lastGood.files.content(of: file))
        if let problem = file.problem(with: content) { problems.append(problem) }
        var used = content
        if !isPersons, let before = lastGood.version(of: file, content) {
            problems.append(LastGood.notice(file))
            used = .object(before)
        }
        guard case .object(let object) = used else { return nil }
        for name in object.names where name != Self.key {
            problems.append("\(file.path): Nothing reads the key \"\(name)\". \([Self.key].advice(on: name))")
        }
        var seen: Set<String> = []
        let listed: [String]? = try? object.read(Self.key)
        return listed?.filter { identifier in
            let isUsed = Identifier.isValid(identifier) && seen.insert(identifier).inserted
            if !isUsed {
                problems.append("\(file.path): \"\(identifier)\" is not an identifier, or appears twice.")
            }
            return isUsed
        }
    }

    /// Holds an object to the document's shape: under the key, if at all, is a list of strings.
    private static func checked(_ content: StateFile.Content) -> StateFile.Content {
        guard case .object(let object) = content else { return content }
        do {
            _ = try object.read(key) as [String]?
            return content
        } catch {
            return .corrupt(reason: "It does not hold an arrangement: \(error).")
        }
    }
}

extension PolicyReport {
    fileprivate mutating func add(_ list: [String], in file: StateFile) {
        append(PolicyEntry(kind: .arrangement, key: "arrangement", value: list.json, path: file.path))
    }
}
