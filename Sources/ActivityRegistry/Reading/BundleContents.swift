// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// What reading one file of a bundle gave.
enum FileReading: Equatable {
    case bytes([UInt8])
    case missing
    /// Over the limit; not read any further.
    case tooLarge
    /// The file is there and is not taken: which rule says so, and a sentence.
    case refused(Rule, String)
}

/// The files of one bundle, wherever they are: a folder on the disk, or the files that a client registers.
protocol BundleContents {
    /// Reads the file at `path`, which lies inside the bundle (`BundlePath.isInside`); `limit` is in bytes.
    func read(_ path: String, limit: Int) -> FileReading

    /// What keeps `path` from being run; nil where nothing does.
    func obstacle(toRunning path: String) -> Diagnostic?
}

extension BundleContents {
    static func notAProgram(_ path: String, _ reason: String, rule: Rule = .bundlePath) -> Diagnostic {
        Diagnostic(rule, at: "/perform/exec/0", "\(path) \(reason)")
    }
}
