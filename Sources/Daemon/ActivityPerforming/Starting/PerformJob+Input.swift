// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

/// Standard input of an activity, and of activity-sandbox if it runs an activity's program several times.
extension PerformJob {
    /// Maximum bytes of a list of runs: enough for thousands of items with the longest paths. The list is in
    /// memory.
    private static let maximumListBytes = 16 << 20

    /// Standard input, bounded by the frame of the client's request; nil if there is none.
    var input: [UInt8]? {
        switch options.stdin {
        case .none: nil
        case .text: Array((composedText.isEmpty ? uris : composedText).utf8)
        case .request: request
        }
    }

    /// The request as JSON, with a final newline (activity-manifest(5), "Standard input").
    private var request: [UInt8] {
        let request = JSON.Object.withoutNulls([
            "items": JSON.array(items.map(\.json)), "caption": caption, "subject": subject,
            "answers": answers, "locale": locale,
        ])
        return JSON.object(request).serialized + [UInt8(ascii: "\n")]
    }

    /// Serialises the runs for activity-sandbox, in the format that its each.c reads.
    ///
    /// - Throws: `limitExceeded` if the list, or a run's command, is too long.
    static func list(_ runs: [PerformJob], program: String) throws(PerformRefusal) -> [UInt8] {
        var list: [UInt8] = []
        for run in runs {
            let (command, input) = (try Command(run, program: program), run.input)
            let words = [command.folder ?? [], Array(command.program.utf8)] + command.arguments
            for count in [UInt32(words.count), input.map { UInt32($0.count) } ?? .max] {
                withUnsafeBytes(of: count) { list += $0 }
            }
            for word in words { list += word + [0] }
            list += input ?? []
            guard list.count <= maximumListBytes else { throw .limitExceeded("files", maximumListBytes) }
        }
        return list
    }
}

extension Descriptor {
    static func sealed(_ bytes: [UInt8]) throws(PerformRefusal) -> Descriptor {
        let file = bytes.withUnsafeBytes { linux_sealed_file("request", $0.baseAddress, $0.count) }
        guard let file = Descriptor(file) else {
            throw .system("The request could not be written down", errno)
        }
        return file
    }
}
