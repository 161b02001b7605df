// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import ActivityRegistry
import Host

/// One run of a generator.
final class GeneratorRun {
    let generator: Generator
    /// The folder that it writes to.
    let folder: String
    /// When it began, in milliseconds of CLOCK_REALTIME, and of CLOCK_MONOTONIC.
    let started = Clocks.real()
    private let startedMonotonic = Clocks.monotonic()
    /// The client of its program.
    var client: ProgramClient?
    /// Its parsed standard output: the paths that it named.
    private(set) var output = GeneratorOutput("")
    /// Its standard error, meant for people.
    private(set) var errors: String?
    /// Why it has made nothing, or is to be stopped: a sentence.
    private(set) var failure: String?

    init(_ generator: Generator, in folder: String) {
        self.generator = generator
        self.folder = folder
    }

    var name: String { generator.name }
    /// Until now, in milliseconds.
    var duration: Int { Clocks.monotonic() - startedMonotonic }

    func condemn(_ sentence: String) { failure = failure ?? sentence }

    func end(_ result: Result<Outcome, PerformRefusal>) {
        switch result {
        case .failure(let refusal): condemn(refusal.sentence)
        case .success(let outcome):
            output = GeneratorOutput(outcome.output ?? "")
            errors = outcome.errors
            if outcome.result != .success { condemn(Self.sentence(outcome)) }
        }
    }

    private static func sentence(_ outcome: Outcome) -> String {
        let end =
            outcome.signal.map { "It was ended by \($0)" }
            ?? outcome.exitStatus.map { "It failed with exit status \($0)" } ?? "It failed"
        return end + (outcome.reason.map { ": \($0)" } ?? ".")
    }
}
