// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// The files of one name in which the scopes keep a decision: the system's, and in the user scope the person's.
struct ScopeFiles {
    let system: StateFile
    let person: StateFile?
    /// The only key in them; each file is named after it.
    let key: String

    /// - Parameter limit: maximum size of each, in bytes.
    init(_ path: SearchPath, key: String, limit: Int = StateFile.maximumBytes) {
        let own = path.stateFolders.first ?? ""
        func file(_ folder: String, _ audience: StateFile.Audience) -> StateFile {
            StateFile(path: "\(folder)/\(key).json", audience: audience, limit: limit)
        }
        system = file(path.stateFolders.last ?? own, .everybody)
        person = path.scope == .user ? file(own, .owner) : nil
        self.key = key
    }

    /// The scope's own file, the only one that it writes.
    var own: StateFile { person ?? system }
    var paths: [String] { [system.path] + (person.map { [$0.path] } ?? []) }
}

/// Files that hold a list of identifiers: `{"arrangement": ["org.example.resize"]}`.
extension ScopeFiles {
    /// The identifiers that are used; empty where the file has no list.
    func identifiers(in file: StateFile, _ look: inout PolicyLook) -> [String] {
        look.note(file.path)
        let content = Self.checked(look.lastGood.files.content(of: file), key: key)
        look.problems += [file.problem(with: content)].compactMap { $0 }
        guard let object = content.object else { return [] }
        for name in object.names where !name.isExactly(key) {
            look.problems.append(
                "\(file.path): Nothing reads the key \"\(name)\". \([key].advice(on: name))")
        }
        guard let list: [String] = try? object.read(key) else { return [] }
        let (used, faults) = Self.checked(list)
        look.problems += faults.map { "\(file.path): \($0)" }
        return used
    }

    /// Replaces the whole list in the scope's own file, durably; an empty one takes it away, and the file if nothing
    /// else is in it.
    ///
    /// - Parameter confirm: called when that is done; where it throws, the former one comes back.
    func replace(
        _ identifiers: [String], confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let content = Self.checked(own.content(), key: key)
        var root = content.object ?? JSON.Object()
        let value = identifiers.isEmpty ? JSON?.none : identifiers.json
        guard identifiers.isEmpty || root.value(key) != value else { return try confirm() }
        root.set(key, value)
        guard !root.members.isEmpty else { return try own.remove(content, confirm: confirm) }
        try own.write(root, over: content, confirm: confirm)
    }

    /// Holds an object to the document's shape: under the key, if at all, is a list of strings.
    static func checked(_ content: StateFile.Content, key: String) -> StateFile.Content {
        guard case .object(let object) = content else { return content }
        do {
            _ = try object.read(key) as [String]?
            return content
        } catch {
            return .corrupt(reason: "It does not hold a list of identifiers: \(error).")
        }
    }

    /// Entries of a list to name as faults.
    private static let namedFaults = 8

    /// - Returns: the identifiers that are used, and sentences on those that are not.
    static func checked(_ list: [String]) -> (used: [String], faults: [String]) {
        var seen: Set<String> = []
        var strangers: [String] = []
        let used = list.filter { identifier in
            let isUsed = Identifier.isValid(identifier) && seen.insert(identifier).inserted
            if !isUsed { strangers.append(identifier) }
            return isUsed
        }
        let others = strangers.count - namedFaults
        return (
            used,
            strangers.prefix(namedFaults).map { "\"\($0)\" is not an identifier, or appears twice." }
                + (others > 0 ? ["So it is with \(others) more."] : [])
        )
    }
}
