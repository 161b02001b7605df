// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import Glibc

/// The error message of a failed command, with advice and an exit status.
struct Failure: Error {
    enum Status: Int32 {
        /// Any other failure, such as a refused request or a failed check.
        case refused = 1
        case usage = 2
        /// EX_UNAVAILABLE of sysexits.h: no daemon answers.
        case unavailable = 69
    }

    let status: Status
    let message: String
    /// The next step as a sentence; nil if there is none, or if the message contains it.
    let next: String?
    /// The daemon's error, if it refused.
    var refusal: CallError?

    init(_ message: String, next: String? = nil, status: Status = .refused) {
        self.message = message
        self.next = next
        self.status = status
    }

    func end() -> Never {
        let paint = Paint(descriptor: STDERR_FILENO)
        var text = paint(.red, "Error:") + " " + printableLines(message) + "\n"
        if let next { text += paint(.bold, "Help:") + " " + printableLines(next) + "\n" }
        Output.write(text, to: STDERR_FILENO)
        exit(status.rawValue)
    }
}
