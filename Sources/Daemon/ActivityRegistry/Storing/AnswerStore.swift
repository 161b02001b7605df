// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// How far an activity has come with answers that are to be kept.
package enum AnswerStage: Sendable {
    case begun, succeeded
}

/// A person's answers to an activity's questions, for the fields that say `"remember": true`: `answers.json`
/// in the person's state folder, which only they can read:
///
///     {"org.example.inbox": {"folder": "https://example.org/"}, "begun": {"org.example.post": {"to": "ada"}}}
///
/// Answers that an activity has succeeded with replace all that is kept of it. Those that it has only begun with are
/// kept under `begun`, and count where a field has no other: a mistyped address replaces none that works, and the first
/// one need not be typed again because the password was wrong.
struct AnswerStore {
    /// Maximum bytes of all activities' answers together; answers that do not fit are not stored.
    static let maximumBytes = 1 << 20

    private let file: StateFile

    init(folder: String) {
        file = StateFile(path: folder + "/answers.json", audience: .owner)
    }

    /// The kept answers by identifier and field, of one activity or of all; empty if the file cannot be used.
    func load(_ identifier: String?) -> [String: [String: String]] {
        let object = file.content().object ?? JSON.Object()
        var answers: [String: [String: String]] = [:]
        for (name, value) in object.begun.members + object.members
        where Identifier.isValid(name) && identifier ?? name == name {
            guard let fields = try? [String: String](json: value), !fields.isEmpty else { continue }
            answers[name, default: [:]].merge(fields) { $1 }
        }
        return answers
    }

    /// Keeps these answers of the activity; an empty one takes its field out. Waits for no lock: the person is asked
    /// once more.
    func keep(
        _ answers: [String: String], of identifier: String, _ stage: AnswerStage
    ) throws(StorageError) {
        let kept = KeptAnswers(of: identifier, in: file.content().object ?? JSON.Object())
        guard kept.adding(answers, stage) != kept else { return }
        try FolderLock.holdIfFree(file.folder, mode: file.audience.folderMode) { () throws(StorageError) in
            try change(identifier) { $0.adding(answers, stage) }
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
        case .object(let object)
        where object.value(identifier) == nil && object.begun.value(identifier) == nil:
            return false
        case .object:
            try FolderLock.hold(file.folder, mode: file.audience.folderMode, isEnding: isEnding) {
                () throws(StorageError) in
                try change(identifier) { _ in KeptAnswers() }
            }
            return true
        }
    }

    /// To be called under the lock: another daemon of the person's may have kept something meanwhile. What is not
    /// understood stays as it is.
    private func change(
        _ identifier: String, _ change: (KeptAnswers) -> KeptAnswers
    ) throws(StorageError) {
        let content = file.content()
        var object = content.object ?? JSON.Object()
        let answers = change(KeptAnswers(of: identifier, in: object))
        answers.store(as: identifier, in: &object)
        guard !object.members.isEmpty else { return try file.remove(content) }
        guard answers.all.isEmpty || JSON.object(object).serialized.count <= Self.maximumBytes else { return }
        try file.write(object, over: content)
    }
}

/// Stored answers of one activity, keyed by field.
private struct KeptAnswers: Equatable {
    private var succeeded: [String: String] = [:]
    /// Answers to fields that have none in `succeeded`.
    private var begun: [String: String] = [:]

    init() {}

    init(of identifier: String, in object: JSON.Object) {
        succeeded = (try? object.read(identifier)) ?? [:]
        begun = (try? object.begun.read(identifier)) ?? [:]
    }

    var all: [String: String] { begun.merging(succeeded) { $1 } }

    func adding(_ answers: [String: String], _ stage: AnswerStage) -> KeptAnswers {
        var new = self
        switch stage {
        case .begun:
            new.begun = begun.merging(answers) { $1 }
                .filter { !$0.value.isEmpty && succeeded[$0.key] == nil }
        case .succeeded:
            new.succeeded = succeeded.merging(answers) { $1 }.filter { !$0.value.isEmpty }
            new.begun = [:]
        }
        return new
    }

    func store(as identifier: String, in object: inout JSON.Object) {
        var all = object.begun
        all.set(identifier, begun.isEmpty ? .none : begun.json)
        object.set(identifier, succeeded.isEmpty ? .none : succeeded.json)
        object.set(JSON.Object.begun, all.members.isEmpty ? .none : all.json)
    }
}

extension JSON.Object {
    /// One label, so no identifier.
    fileprivate static let begun = "begun"

    /// Answers that activities have only begun with, keyed by identifier.
    fileprivate var begun: JSON.Object { (try? read(Self.begun)) ?? JSON.Object() }
}
