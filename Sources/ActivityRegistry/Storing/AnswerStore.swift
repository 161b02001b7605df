// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// What a person answered an activity's questions with, for the fields that say `"remember": true`: `answers.json` in
/// the person's state folder, which only they can read, `{"org.example.inbox": {"folder": "https://example.org/"}}`.
struct AnswerStore {
    /// Of all activities together. What does not fit is not kept.
    static let maximumBytes = 1 << 20

    private let file: StateFile

    init(folder: String) {
        file = StateFile(path: folder + "/answers.json", audience: .owner)
    }

    private var folder: String { Folder.split(file.path).folder }

    /// By identifier and field; empty where the file cannot be used.
    func load() -> [String: [String: String]] { Self.answers(in: file.content()) }

    /// Puts these answers beside what is kept of the activity; an empty one takes its field out. Waits for no lock: the
    /// person is asked once more.
    func keep(_ answers: [String: String], of identifier: String) throws(StorageError) {
        let former = load()[identifier] ?? [:]
        let new = former.merging(answers) { $1 }.filter { !$0.value.isEmpty }
        guard new != former else { return }
        try FolderLock.holdIfFree(folder, mode: file.audience.folderMode) { () throws(StorageError) in
            try set(new.isEmpty ? nil : new, of: identifier)
        }
    }

    /// Durable when it returns.
    ///
    /// - Returns: whether anything was kept.
    /// - Throws: `corrupt` and `storage` for a file that may hold them all the same.
    func forget(_ identifier: String, isEnding: () -> Bool) throws(StorageError) -> Bool {
        switch file.content() {
        case .absent: return false
        case .corrupt(let reason): throw .corrupt(path: file.path, reason: reason)
        case .unreadable(let error): throw error
        case .object(let object) where object.value(identifier) == nil: return false
        case .object:
            try FolderLock.hold(folder, mode: file.audience.folderMode, isEnding: isEnding) {
                () throws(StorageError) in
                try set(nil, of: identifier)
            }
            return true
        }
    }

    /// What is not understood stays as it is.
    private func set(_ fields: [String: String]?, of identifier: String) throws(StorageError) {
        let content = file.content()
        var object = content.object ?? JSON.Object()
        object.set(identifier, fields?.json)
        guard !object.members.isEmpty else { return try file.remove(content) }
        guard fields == nil || JSON.object(object).serialized.count <= Self.maximumBytes else { return }
        try file.write(object, over: content)
    }

    private static func answers(in content: StateFile.Content) -> [String: [String: String]] {
        guard case .object(let object) = content else { return [:] }
        var answers: [String: [String: String]] = [:]
        for (identifier, fields) in object.members where Identifier.isValid(identifier) {
            answers[identifier] = try? [String: String](json: fields)
        }
        return answers
    }
}
