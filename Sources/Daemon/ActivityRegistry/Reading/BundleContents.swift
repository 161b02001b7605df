// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

enum FileReading: Equatable {
    case bytes([UInt8])
    case missing
    /// Over the limit; the rest of the file is not read.
    case tooLarge
    /// The file exists, but is rejected by this rule, for the reason in the sentence.
    case refused(Rule, String)
}

/// The files of one bundle, from a folder on the disk or from a client's message.
protocol BundleContents {
    /// Reads the file at `path`, which is inside the bundle (`BundlePath.isInside`); `limit` is in bytes.
    func read(_ path: String, limit: Int) -> FileReading

    /// The reason why `path` cannot be run; nil if it can.
    func obstacle(toRunning path: String) -> Diagnostic?
}

extension BundleContents {
    static func notAProgram(_ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(.bundlePath, at: "/perform/exec/0", "\(path) \(reason)")
    }
}

struct BundleFiles: BundleContents {
    private let files: [ExactText: BundleFile]

    init(_ files: [BundleFile]) {
        self.files = Dictionary(files.map { (ExactText($0.path), $0) }) { first, _ in first }
    }

    func read(_ path: String, limit: Int) -> FileReading {
        guard let file = files[ExactText(path)] else { return .missing }
        return file.bytes.count <= limit ? .bytes(file.bytes) : .tooLarge
    }

    func obstacle(toRunning path: String) -> Diagnostic? {
        guard let file = files[ExactText(path)] else {
            return Self.notAProgram(path, "is not in the bundle. Put it there, or correct its name.")
        }
        return file.isExecutable
            ? nil : Self.notAProgram(path, "cannot be executed. Mark the file as executable.")
    }
}
