// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import ActivityRegistry
import Host

final class GeneratorRun {
    let generator: Generator
    /// The folder that the generator writes to.
    let folder: String
    /// Start of the run, in milliseconds of CLOCK_REALTIME; `startedMonotonic` by CLOCK_MONOTONIC.
    let started = Clocks.real()
    private let startedMonotonic = Clocks.monotonic()
    var client: ProgramClient?
    /// The parsed standard output: the paths on which the result depends.
    private(set) var output = GeneratorOutput("")
    /// The retained standard error; nil if it is empty.
    private(set) var errors: String?
    /// The first reason why the run failed or has to be stopped, as a sentence; nil if there is none.
    private(set) var failure: String?

    init(_ generator: Generator, in folder: String) {
        self.generator = generator
        self.folder = folder
    }

    var name: String { generator.name }
    /// Time since the start, in milliseconds.
    var duration: Int { Clocks.monotonic() - startedMonotonic }

    func condemn(_ sentence: String) { failure = failure ?? sentence }

    func end(_ result: Result<Outcome, PerformRefusal>) {
        switch result {
        case .failure(let refusal): condemn(refusal.sentence)
        case .success(let outcome):
            let printed = outcome.output ?? ""
            output = GeneratorOutput(printed)
            errors = outcome.errors
            if outcome.result != .success { condemn(Self.sentence(outcome)) }
            // Output that fills the file may have been cut, and a partial character dropped.
            if printed.utf8.count > Confinement.outputBytes - 4 { condemn("It printed more than 1 MiB.") }
        }
    }

    private static func sentence(_ outcome: Outcome) -> String {
        let end =
            outcome.signal.map { "It was ended by \($0)" }
            ?? outcome.exitStatus.map { "It failed with exit status \($0)" } ?? "It failed"
        return end + (outcome.reason.map { ": \($0)" } ?? ".")
    }
}
