// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// Progress of the perform whose answers are stored.
package enum AnswerStage: Sendable {
    case begun, succeeded
}

/// A person's answers to activities' forms, for fields with `"remember": true`. They are stored in
/// `answers.json` in the person's state folder, readable only by the person:
///
///     {"org.example.inbox": {"folder": "https://example.org/"},
///      "begun": {"org.example.post": {"to": "ada"}}}
///
/// Answers of a successful perform replace the stored answers to the same fields, and clear `begun`. Answers
/// of a perform that has only begun are stored under `begun`, and apply to fields without another answer: a
/// mistyped address does not replace one that works, and the first address need not be typed again because
/// the password was wrong.
struct AnswerStore: PersonStore {
    /// Maximum size of all activities' answers together, in bytes; answers that do not fit are not stored.
    static let maximumBytes = 1 << 20

    private let file: StateFile

    init(folder: String) {
        file = StateFile(path: folder + "/answers.json", audience: .owner)
    }

    /// Reads the stored answers of one activity or of all, keyed by identifier and field; empty if the file
    /// is unusable.
    func load(_ identifier: String?) -> [String: [String: String]] {
        let object = file.object
        var answers: [String: [String: String]] = [:]
        for (name, value) in object.begun.members + object.members
        where Identifier.isValid(name) && identifier ?? name == name {
            guard let fields = try? [String: String](json: value), !fields.isEmpty else { continue }
            answers[name, default: [:]].merge(fields) { $1 }
        }
        return answers
    }

    /// Stores the activity's answers; an empty answer removes its field. Does not wait for the lock: if
    /// another process holds it, the answers are not remembered.
    func save(
        _ answers: [String: String], of identifier: String, _ stage: AnswerStage
    ) throws(StorageError) {
        let kept = KeptAnswers(of: identifier, in: file.object)
        guard kept.adding(answers, stage) != kept else { return }
        try file.hold(within: 0) { () throws(StorageError) in
            try file.change { object in
                let all = KeptAnswers(of: identifier, in: object).adding(answers, stage)
                var changed = object
                all.store(as: identifier, in: &changed)
                if all.isEmpty || changed.json.serialized.count <= Self.maximumBytes { object = changed }
            }
        }
    }

    package func forget(_ identifier: String) throws(StorageError) -> Bool {
        try file.forget(where: { $0.value(identifier) != nil || $0.begun.value(identifier) != nil }) {
            KeptAnswers().store(as: identifier, in: &$0)
        }
    }
}

private struct KeptAnswers: Equatable {
    private var succeeded: [String: String] = [:]
    /// Answers to fields without an answer in `succeeded`.
    private var begun: [String: String] = [:]

    init() {}

    init(of identifier: String, in object: JSON.Object) {
        succeeded = (try? object.read(identifier)) ?? [:]
        begun = (try? object.begun.read(identifier)) ?? [:]
    }

    var isEmpty: Bool { succeeded.isEmpty && begun.isEmpty }

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
    /// Key of the answers that have only begun. It is not a valid identifier, since it has only one label.
    fileprivate static let begun = "begun"

    fileprivate var begun: JSON.Object { (try? read(Self.begun)) ?? JSON.Object() }
}
