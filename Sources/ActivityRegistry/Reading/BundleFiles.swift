// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

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
