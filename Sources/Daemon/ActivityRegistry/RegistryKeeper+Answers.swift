// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// The person's last answers. They are never part of a snapshot: sheets that sandboxed apps draw are made of those. They are read
/// when a form asks for them.
extension RegistryKeeper {
    /// The person's answer store; nil in the system scope, which performs nothing.
    private var answers: AnswerStore? {
        searchPath.scope == .user ? AnswerStore(folder: searchPath.stateFolders[0]) : nil
    }

    /// Stored answers of this activity, or of all, keyed by identifier and field.
    package func keptAnswers(of identifier: String?) -> [String: [String: String]] {
        note(searchPath.stateFolders[0])
        return answers?.load(identifier) ?? [:]
    }

    /// Keeps them as far as that is possible now. Empty ones are forgotten.
    package func keep(_ answers: [String: String], of identifier: String, _ stage: AnswerStage) {
        note(searchPath.stateFolders[0])
        attempt { () throws(StorageError) in try self.answers?.keep(answers, of: identifier, stage) }
    }

    /// Forgets an activity's answers.
    ///
    /// - Parameter other: keeps more of the person's.
    package func forget(
        _ identifier: String, and other: (any PersonStore)?
    ) throws(ChangeFault) -> Change {
        try requirePerson()
        note(searchPath.stateFolders[0])
        var isKept = false
        if Identifier.isValid(identifier) {
            do throws(StorageError) {
                for store: (any PersonStore)? in [answers, other] where try store?.forget(identifier) == true
                {
                    isKept = true
                }
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
