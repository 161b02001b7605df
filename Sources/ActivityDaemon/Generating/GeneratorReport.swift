// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import StrictJSON

/// What a generator has made, and what of it goes over the wire as it goes there. It is made on the disk's thread: to encode
/// six lists of what was left out takes longer than any call may.
struct GeneratorContents: Sendable {
    let bundles: Int
    /// How many were left out, and a JSON array of them.
    let leftOut: Int
    fileprivate let omissions: [UInt8]
    /// What is wrong with the list: a sentence.
    let problem: String?

    init(_ contents: GeneratedContents) {
        (bundles, leftOut, problem) = (contents.bundles, contents.leftOut.count, contents.problem)
        omissions =
            contents.leftOut.map {
                Registry.Omission(origin: $0.origin, name: $0.name, reason: $0.reason)
            }.json.serialized
    }
}

/// What is known of a generator.
struct GeneratorReport {
    var generator: Generator
    /// What it has made; nil before that was read.
    var contents: GeneratorContents?
    /// The folders that it has named, or that what it has named lies in.
    var folders: [String] = []
    /// When it ran last, in milliseconds of CLOCK_REALTIME, and how many that took.
    var started: Int?
    var duration: Int?
    /// Why that failed: sentences.
    var failure: String?

    init(_ generator: Generator) {
        self.generator = generator
    }

    /// A sentence for `Status` and the journal.
    var problem: String? {
        failure.map { "The generator \(generator.name) failed, and what it made before stays. \($0)" }
    }
}

extension Registry.Generator {
    /// But for what was left out.
    ///
    /// - Parameter base: the folder of what generators make.
    fileprivate init(_ report: GeneratorReport, in base: String, isRunning: Bool) {
        self.init(
            name: report.generator.name, path: report.generator.path,
            folder: base + "/" + report.generator.name,
            origins: report.folders, bundles: report.contents?.bundles ?? 0, omissions: [],
            running: isRunning, started: report.started.map { $0 * 1_000 },
            durationUSec: report.duration.map { $0 * 1_000 }, failure: report.failure)
    }
}

extension GeneratorRuns {
    /// A `Registry.GeneratorsReply`.
    var reply: [UInt8] {
        let base = registry.searchPath.generatedFolder
        var text = Array(#"{"generators":["#.utf8)
        for (index, report) in all.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            var told = Registry.Generator(report, in: base, isRunning: isRunning(report.generator.name))
                .object
            told.set("omissions", nil)
            told.serialize(into: &text)
            text.removeLast()
            text += #","omissions":"#.utf8
            text += report.contents?.omissions ?? Array("[]".utf8)
            text.append(UInt8(ascii: "}"))
        }
        return text + "]}".utf8
    }
}
