// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The result of reading one file of a bundle.
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

    /// The reason why `path` cannot be run; nil if it can.
    func obstacle(toRunning path: String) -> Diagnostic?
}

extension BundleContents {
    static func notAProgram(_ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(.bundlePath, at: "/perform/exec/0", "\(path) \(reason)")
    }
}

/// The files of a bundle that lies in no folder yet.
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
