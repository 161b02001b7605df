// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// A person's remembered answers. They are read when a form needs them, and are never part of a snapshot:
/// sandboxed apps receive data from snapshots.
extension RegistryKeeper {
    private var answers: AnswerStore? {
        searchPath.scope == .user ? AnswerStore(folder: searchPath.stateFolders[0]) : nil
    }

    /// Stored answers of one activity, or of all, keyed by identifier and field.
    package func keptAnswers(of identifier: String?) -> [String: [String: String]] {
        reportPath(searchPath.stateFolders[0])
        return answers?.load(identifier) ?? [:]
    }

    /// Stores answers, unless another daemon holds the lock. Empty answers are removed.
    package func saveAnswers(_ answers: [String: String], of identifier: String, _ stage: AnswerStage) {
        reportPath(searchPath.stateFolders[0])
        attempt { () throws(StorageError) in try self.answers?.save(answers, of: identifier, stage) }
    }

    /// Removes the remembered answers of an activity.
    ///
    /// - Parameter others: the person's other stores, from which to remove the activity too.
    /// - Throws: `notPermitted` in the system scope, `store` if a store cannot be changed.
    package func forget(
        _ identifier: String, and others: [any PersonStore]
    ) throws(ChangeFault) -> Change {
        try requirePerson()
        reportPath(searchPath.stateFolders[0])
        var isKept = false
        if Identifier.isValid(identifier) {
            do throws(StorageError) {
                if try answers?.forget(identifier) == true { isKept = true }
                for store in others where try store.forget(identifier) { isKept = true }
            } catch {
                throw .store(error)
            }
        }
        return changed(isKept, from: isKept ? "answers kept" : "nothing", to: "nothing")
    }

    /// - Throws: `notPermitted` in the system scope.
    package func requirePerson() throws(ChangeFault) {
        guard answers == nil else { return }
        throw .notPermitted(
            reason: "The system's registry keeps no answers. Ask in your own scope, with --user.")
    }
}
