// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import StrictJSON
package import Varlink

/// A generator's output, with its omissions encoded for the wire. Made on the disk thread: encoding six lists
/// of omissions takes longer than any call may.
struct GeneratorContents: Sendable {
    let bundles: Int
    let omitted: Int
    fileprivate let omissions: EncodedArray
    /// The fault of the list, as a sentence.
    let problem: String?

    init(_ contents: GeneratedContents) {
        (bundles, omitted, problem) = (contents.bundles, contents.omitted.count, contents.problem)
        omissions = EncodedArray(
            contents.omitted.map {
                Registry.Omission(origin: $0.origin, name: $0.name, reason: $0.reason).json
            })
    }
}

/// The state of one generator, and the result of its last run.
struct GeneratorState {
    /// A waiting generator waits for a free slot, or for `minimumPeriod` to pass; the disk thread stages and
    /// publishes.
    enum Stage {
        case idle, waiting, staging, running, publishing
    }

    let name: String
    /// The program; nil if it has been removed, while its last run ends.
    var generator: Generator?
    var stage = Stage.idle
    var run: GeneratorRun?
    /// Whether a change during the current run requires another run.
    var runsAgain = false
    /// Start of the last run, in milliseconds of CLOCK_MONOTONIC.
    var begun: Int?
    /// Its bundles and omissions; nil until read.
    var contents: GeneratorContents?
    /// Folders of the paths that the generator printed.
    var folders: [String] = []
    /// Start of the last finished run, in milliseconds of CLOCK_REALTIME, and its duration in milliseconds.
    var started: Int?
    var duration: Int?
    /// Why the last run failed: sentences.
    var failure: String?

    init(_ name: String) {
        self.name = name
    }

    mutating func begin(_ run: GeneratorRun, at time: Int) {
        (stage, self.run, begun) = (.running, run, time)
    }

    mutating func end(_ run: GeneratorRun) {
        (stage, self.run) = (.publishing, nil)
        (started, duration) = (run.started, run.duration)
    }

    var isBusy: Bool { ![.idle, .waiting].contains(stage) }

    /// A sentence for `Status` and the journal.
    var problem: String? {
        failure.map { "The generator \(name) failed, and what it made before stays. \($0)" }
    }
}

extension Registry.Generator {
    /// Without omissions, which are encoded already.
    ///
    /// - Parameter base: the folder of all generated bundles.
    fileprivate init(_ state: GeneratorState, in base: String) {
        self.init(
            name: state.name, path: state.generator?.path ?? "", folder: base + "/" + state.name,
            origins: state.folders, bundles: state.contents?.bundles ?? 0, omissions: [],
            running: state.isBusy, started: state.started.map { $0 * 1_000 },
            durationUSec: state.duration.map { $0 * 1_000 }, failure: state.failure)
    }
}

extension GeneratorRuns {
    /// Answers Generators.
    ///
    /// - Parameter runs: nil in the system scope, where no generator runs.
    package static func answer(_ call: PendingCall, by runs: GeneratorRuns?) {
        var generators = EncodedArray()
        for state in runs?.all ?? [] {
            let told = Registry.Generator(state, in: runs?.registry.searchPath.generatedFolder ?? "")
            generators.append(told.object, state.contents?.omissions ?? EncodedArray(), as: "omissions")
        }
        call.reply(
            EncodedReply(Registry.GeneratorsReply(generators: []).object, generators, as: "generators"))
    }
}
