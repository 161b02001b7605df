// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import Host
import StrictJSON

/// The order of the custom activities, as the person put it, or as the admin did for people who have none of
/// their own: `{"arrangement": ["org.example.resize"]}`.
package struct ArrangementStore {
    private let system: StateFile
    private let person: StateFile?
    private let lastGood: LastGood

    private static let key = "arrangement"

    /// Paths of the files, each named `arrangement.json`; `person` is nil in the system scope.
    package init(system: String, person: String?, lastGood: LastGood) {
        self.system = StateFile(path: system, audience: .everybody)
        self.person = person.map { StateFile(path: $0, audience: .owner) }
        self.lastGood = lastGood
    }

    /// The files that `load` reads, for the watcher.
    package var paths: [String] { [system.path] + (person.map { [$0.path] } ?? []) }

    /// The scope's own file, which `replace` writes.
    private var own: StateFile { person ?? system }
    var folder: String { Folder.split(own.path).folder }
    var audience: StateFile.Audience { own.audience }

    /// The arrangement in force: the person's, or the system's where the person has none.
    ///
    /// - Returns: and a sentence for each file or entry that could not be used; none of them stops a load.
    package func load() -> (arrangement: [String], problems: [String]) {
        var problems: [String] = []
        let own = person.map { identifiers(in: $0, isPersons: true, &problems) } ?? []
        let arrangement = own.isEmpty ? identifiers(in: system, &problems) : own
        return (arrangement, problems)
    }

    /// Replaces the whole arrangement in the scope's own file, durably; an empty one takes the file away.
    ///
    /// - Parameter confirm: called when that is done; where it throws, the former one comes back.
    package func replace(
        _ arrangement: [String], confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let content = Self.checked(own.content())
        guard !arrangement.isEmpty else { return try own.remove(content, confirm: confirm) }
        var root = JSON.Object()
        if case .object(let object) = content { root = object }
        guard root.value(Self.key) != arrangement.json else { return try confirm() }
        root.set(Self.key, arrangement.json)
        try own.write(root, over: content, confirm: confirm)
    }

    /// The file's, or those of the admin's last good version where it cannot be used.
    private func identifiers(
        in file: StateFile, isPersons: Bool = false, _ problems: inout [String]
    ) -> [String] {
        let content = Self.checked(file.content())
        if let problem = file.problem(with: content) { problems.append(problem) }
        var used = content
        if !isPersons, let before = lastGood.version(of: file, content) {
            problems.append(LastGood.notice(file))
            used = .object(before)
        }
        guard case .object(let object) = used else { return [] }
        for name in object.names where name != Self.key {
            problems.append("\(file.path): Nothing reads the key \"\(name)\". Known here: \(Self.key).")
        }
        var seen: Set<String> = []
        let listed: [String]? = try? object.read(Self.key)
        return (listed ?? []).filter { identifier in
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
