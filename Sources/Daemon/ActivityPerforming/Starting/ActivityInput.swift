// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

/// The standard input of an activity.
enum ActivityInput {
    /// The bytes to read, bounded by the frame that the request came in; nil if there is no input.
    static func bytes(for job: PerformJob) -> [UInt8]? {
        switch job.options.stdin {
        case .none: nil
        case .text: Array(job.text.utf8)
        case .request: request(job)
        }
    }

    /// A sealed file in memory.
    static func file(_ bytes: [UInt8]) throws(PerformRefusal) -> Descriptor {
        let file = bytes.withUnsafeBytes { linux_sealed_file("request", $0.baseAddress, $0.count) }
        guard let file = Descriptor(file) else {
            throw .system("The request could not be written down", errno)
        }
        return file
    }

    /// The JSON of a request, ended by a newline (activity-manifest(5), "Standard input").
    private static func request(_ job: PerformJob) -> [UInt8] {
        let request = JSON.Object.withoutNulls([
            "items": JSON.array(job.items.map(\.json)), "answers": job.answers, "locale": job.locale,
        ])
        return JSON.object(request).serialized + [UInt8(ascii: "\n")]
    }
}
