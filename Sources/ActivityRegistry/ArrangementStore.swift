// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The order of the custom activities, as the person put it, or as the admin did for people who have none of
/// their own: `{"arrangement": ["org.example.resize"]}`.
package struct ArrangementStore: Sendable {
    private let system: StateFile
    private let person: StateFile?

    private static let key = "arrangement"

    /// Paths of the files, each named `arrangement.json`; `person` is nil in the system scope.
    package init(system: String, person: String?) {
        self.system = StateFile(path: system, audience: .everybody)
        self.person = person.map { StateFile(path: $0, audience: .owner) }
    }

    /// The files that `load` reads, for the watcher.
    package var paths: [String] { [system.path] + (person.map { [$0.path] } ?? []) }

    /// The arrangement in force: the person's, or the system's where the person has none.
    ///
    /// - Returns: and a sentence for each file or entry that could not be used; none of them stops a load.
    package func load() -> (arrangement: [String], problems: [String]) {
        var problems: [String] = []
        let own = person.map { identifiers(in: $0, &problems) } ?? []
        let arrangement = own.isEmpty ? identifiers(in: system, &problems) : own
        return (arrangement, problems)
    }

    /// Replaces the whole arrangement in the scope's own file, durably; an empty one takes the file away.
    package func replace(_ arrangement: [String]) throws(RegistryError) {
        let file = person ?? system
        let content = Self.checked(file.content())
        guard !arrangement.isEmpty else { return try file.remove(content) }
        var root = JSON.Object()
        if case .object(let object) = content { root = object }
        root.set(Self.key, arrangement.json)
        try file.write(root, over: content)
    }

    private func identifiers(in file: StateFile, _ problems: inout [String]) -> [String] {
        let content = Self.checked(file.content())
        if let problem = file.problem(with: content) { problems.append(problem) }
        guard case .object(let object) = content else { return [] }
        for name in object.names where name != Self.key {
            problems.append("\(file.path): Nothing reads the key \"\(name)\". Known here: \(Self.key).")
        }
        var seen: Set<String> = []
        let listed: [String]? = try? object.read(Self.key)
        return (listed ?? []).filter { identifier in
            let isUsed = Identifier.isValid(identifier) && seen.insert(identifier).inserted
            if !isUsed {
                problems.append("\(file.path): \"\(identifier)\" is no identifier, or comes twice.")
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
            return .corrupt(reason: "What it holds is no arrangement: \(error).")
        }
    }
}
