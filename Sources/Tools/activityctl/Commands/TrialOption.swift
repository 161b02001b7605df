// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser

/// `--check`, which only tries a change, and the report of a change.
struct TrialOption: ParsableArguments {
    /// Exit status if the change would have an effect.
    static let wouldChange = ExitCode(3)

    @Flag(help: "Change nothing; exit with 3 if something would change.") var check = false

    var parameter: Bool? { check ? true : nil }

    /// Prints the result of a change.
    ///
    /// - Parameter sentence: the new state.
    /// - Throws: `wouldChange` after a trial that would have an effect.
    func report(_ scope: String, _ sentence: String, of subject: String, _ change: Registry.Change) throws {
        guard change.changed != false else { return Output.line("\(scope): \(sentence) (unchanged)") }
        guard check else { return Output.line("\(scope): \(sentence) (generation \(change.generation))") }
        Output.line("\(scope): \(printable(subject)) would change.")
        throw Self.wouldChange
    }
}
