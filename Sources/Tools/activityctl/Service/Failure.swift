// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Varlink

/// Why a command ends without having done its work, and what to do next.
struct Failure: Error {
    enum Status: Int32 {
        /// Refused or rejected.
        case refused = 1
        case usage = 2
        /// EX_UNAVAILABLE of sysexits.h: no daemon.
        case unavailable = 69
    }

    let status: Status
    /// A sentence.
    let message: String
    /// The next step: a sentence, or nil if the message says it.
    let next: String?
    /// The daemon's error, if it refused.
    var refusal: VarlinkError?

    init(_ message: String, next: String? = nil, status: Status = .refused) {
        self.message = message
        self.next = next
        self.status = status
    }

    /// Says so on standard error, and ends the process.
    func end() -> Never {
        let paint = Paint(descriptor: STDERR_FILENO)
        var text = paint(.red, "Error:") + " " + printableLines(message) + "\n"
        if let next { text += paint(.bold, "Help:") + " " + printableLines(next) + "\n" }
        Output.write(text, to: STDERR_FILENO)
        exit(status.rawValue)
    }
}
