// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// A list of identifiers that a scope has decided on, under one key of a file of its own:
/// `{"arrangement": ["org.example.resize"]}`.
struct IdentifierFile {
    let file: StateFile
    let key: String

    var path: String { file.path }
    var folder: String { Folder.split(file.path).folder }
    var audience: StateFile.Audience { file.audience }

    /// The identifiers that are used; nil where the file has no list.
    ///
    /// - Parameter problems: gets a sentence for what could not be used.
    func identifiers(_ files: StateFileCache, _ problems: inout [String]) -> [String]? {
        let content = checked(files.content(of: file))
        problems += [file.problem(with: content)].compactMap { $0 }
        guard let object = content.object else { return nil }
        for name in object.names where !name.isExactly(key) {
            problems.append("\(file.path): Nothing reads the key \"\(name)\". \([key].advice(on: name))")
        }
        guard let list = try? object.read(key) as [String]? else { return nil }
        let (used, faults) = Self.checked(list)
        problems += faults.map { "\(file.path): \($0)" }
        return used
    }

    /// Replaces the whole list, durably; an empty one takes it away, and the file if nothing else is in it.
    ///
    /// - Parameter confirm: called when that is done; where it throws, the former one comes back.
    func replace(
        _ identifiers: [String], confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let content = checked(file.content())
        var root = content.object ?? JSON.Object()
        let value = identifiers.isEmpty ? JSON?.none : identifiers.json
        guard identifiers.isEmpty || root.value(key) != value else { return try confirm() }
        root.set(key, value)
        guard !root.members.isEmpty else { return try file.remove(content, confirm: confirm) }
        try file.write(root, over: content, confirm: confirm)
    }

    private func checked(_ content: StateFile.Content) -> StateFile.Content {
        Self.checked(content, key: key)
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

    /// - Returns: the identifiers that are used, and a sentence for each that is not.
    static func checked(_ list: [String]) -> (used: [String], faults: [String]) {
        var seen: Set<String> = []
        var faults: [String] = []
        let used = list.filter { identifier in
            let isUsed = Identifier.isValid(identifier) && seen.insert(identifier).inserted
            if !isUsed { faults.append("\"\(identifier)\" is not an identifier, or appears twice.") }
            return isUsed
        }
        return (used, faults)
    }
}
