// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser

/// `--check`, by which a change is only tried, and what is said of one.
struct TrialOption: ParsableArguments {
    /// The exit status where something would change.
    static let wouldChange = ExitCode(3)

    @Flag(help: "Change nothing; exit with 3 if something would change.") var check = false

    var parameter: Bool? { check ? true : nil }

    /// Prints what has become of a change.
    ///
    /// - Parameter sentence: what holds then.
    /// - Throws: `wouldChange`.
    func report(_ scope: String, _ sentence: String, of subject: String, _ change: Registry.Change) throws {
        guard change.changed != false else { return Output.line("\(scope): \(sentence) (unchanged)") }
        guard check else { return Output.line("\(scope): \(sentence) (generation \(change.generation))") }
        Output.line("\(scope): \(printable(subject)) would change.")
        throw Self.wouldChange
    }
}
