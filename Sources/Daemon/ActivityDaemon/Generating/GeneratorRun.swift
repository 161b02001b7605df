// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import ActivityRegistry
import Host

/// One run of a generator: the client of its own perform.
final class GeneratorRun: PerformClient {
    let caller = DiskCaller(.own, bytes: 0)
    let isListening = true
    var onLeave: (() -> Void)?

    let generator: Generator
    /// The folder that it writes to.
    let folder: String
    /// When it began, in milliseconds of CLOCK_REALTIME, and of CLOCK_MONOTONIC.
    let started = Clocks.real()
    private let startedMonotonic = Clocks.monotonic()
    /// Its unit; nil before it runs.
    private(set) var unit: String?
    /// Its parsed standard output: the paths that it named.
    private(set) var output = GeneratorOutput("")
    /// Its standard error, meant for people.
    private(set) var errors: String?
    /// Why it has made nothing, or is to be stopped: a sentence.
    private(set) var failure: String?
    private let onEnd: (GeneratorRun) -> Void

    init(_ generator: Generator, in folder: String, onEnd: @escaping (GeneratorRun) -> Void) {
        self.generator = generator
        self.folder = folder
        self.onEnd = onEnd
    }

    var name: String { generator.name }
    /// Until now, in milliseconds.
    var duration: Int { Clocks.monotonic() - startedMonotonic }

    func condemn(_ sentence: String) { failure = failure ?? sentence }

    func tell(_ event: PerformEvent) {
        switch event {
        case .started(let progress): unit = progress.unit
        case .progressed, .running, .cancelled: break
        case .refused(let refusal, _):
            // If it cannot be stopped, its time limit does that.
            guard unit == nil else { return }
            condemn(refusal.sentence)
            onEnd(self)
        case .finished(let outcome):
            output = GeneratorOutput(outcome.output ?? "")
            errors = outcome.errors
            if outcome.result != .success { condemn(Self.sentence(outcome)) }
            onEnd(self)
        }
    }

    private static func sentence(_ outcome: Outcome) -> String {
        let end =
            outcome.signal.map { "It was ended by \($0)" }
            ?? outcome.exitStatus.map { "It failed with exit status \($0)" } ?? "It failed"
        return end + (outcome.reason.map { ": \($0)" } ?? ".")
    }
}
