// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import StrictJSON

/// What an activity reads on its standard input.
enum PerformInput {
    /// A file in memory that nobody can change, for the caller to close; nil where there is no input.
    ///
    /// It is bounded by the frame that the request came in.
    static func file(for task: PerformTask) throws(PerformRefusal) -> CInt? {
        let bytes: [UInt8]
        switch task.options.stdin {
        case .none: return nil
        case .text: bytes = Array(task.text.utf8)
        case .request: bytes = request(task)
        }
        let file = bytes.withUnsafeBytes { linux_sealed_file("request", $0.baseAddress, $0.count) }
        guard file >= 0 else { throw .system("The request could not be written down", errno) }
        return file
    }

    /// The JSON of a request, ended by a newline (activity-manifest(5), "Standard input").
    private static func request(_ task: PerformTask) -> [UInt8] {
        let request = JSON.Object.withoutNulls([
            "items": JSON.array(task.items.map(\.json)), "answers": task.answers, "locale": task.locale,
        ])
        return JSON.object(request).serialized + [UInt8(ascii: "\n")]
    }
}
