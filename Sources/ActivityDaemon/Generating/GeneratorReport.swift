// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry

/// What is known of a generator.
struct GeneratorReport {
    var generator: Generator
    /// What it has made; nil before that was read.
    var contents: GeneratedContents?
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
    /// - Parameter base: the folder of what generators make.
    init(_ report: GeneratorReport, in base: String, isRunning: Bool) {
        self.init(
            name: report.generator.name, path: report.generator.path,
            folder: base + "/" + report.generator.name,
            origins: report.folders, bundles: report.contents?.bundles ?? 0,
            omissions: (report.contents?.leftOut ?? []).map {
                Registry.Omission(origin: $0.origin, name: $0.name, reason: $0.reason)
            }, running: isRunning, started: report.started.map { $0 * 1_000 },
            durationUSec: report.duration.map { $0 * 1_000 }, failure: report.failure)
    }
}
