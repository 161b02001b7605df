// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import StrictJSON

/// A generator's output, and its omissions as they go over the wire. Made on the disk's thread: to encode six
/// lists of omissions takes longer than any call may.
struct GeneratorContents: Sendable {
    let bundles: Int
    /// How many were left out, and a JSON array of them.
    let leftOut: Int
    fileprivate let omissions: [UInt8]
    /// The fault of the list, as a sentence.
    let problem: String?

    init(_ contents: GeneratedContents) {
        (bundles, leftOut, problem) = (contents.bundles, contents.leftOut.count, contents.problem)
        omissions =
            contents.leftOut.map {
                Registry.Omission(origin: $0.origin, name: $0.name, reason: $0.reason)
            }.json.serialized
    }
}

/// A generator: how it did, and what it is at.
struct GeneratorState {
    /// A generator that waits does so for one of the few that run at once, or until it has rested; the disk's
    /// thread stages and publishes.
    enum Stage {
        case idle, waiting, staging, running, publishing
    }

    let name: String
    /// The program; nil if it has been taken away, until its last run is over.
    var generator: Generator?
    var stage = Stage.idle
    /// Its program, where that runs.
    var run: GeneratorRun?
    /// Whether something has changed since the run began that it is at.
    var runsAgain = false
    /// When it began last, in milliseconds of CLOCK_MONOTONIC.
    var begun: Int?
    /// Its bundles and omissions; nil until read.
    var contents: GeneratorContents?
    /// The folders that it has named, or that what it has named lies in.
    var folders: [String] = []
    /// When it ran last, in milliseconds of CLOCK_REALTIME, and how many that took.
    var started: Int?
    var duration: Int?
    /// Why that failed: sentences.
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
    /// But for what was left out.
    ///
    /// - Parameter base: the folder of what generators make.
    fileprivate init(_ state: GeneratorState, in base: String) {
        self.init(
            name: state.name, path: state.generator?.path ?? "", folder: base + "/" + state.name,
            origins: state.folders, bundles: state.contents?.bundles ?? 0, omissions: [],
            running: state.isBusy, started: state.started.map { $0 * 1_000 },
            durationUSec: state.duration.map { $0 * 1_000 }, failure: state.failure)
    }
}

extension GeneratorRuns {
    /// A `Registry.GeneratorsReply`.
    var reply: [UInt8] {
        let base = registry.searchPath.generatedFolder
        var text = Array(#"{"generators":["#.utf8)
        for (index, state) in all.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            var told = Registry.Generator(state, in: base).object
            told.set("omissions", nil)
            told.serialize(into: &text)
            text.removeLast()
            text += #","omissions":"#.utf8
            text += state.contents?.omissions ?? Array("[]".utf8)
            text.append(UInt8(ascii: "}"))
        }
        return text + "]}".utf8
    }
}
