// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Varlink

/// The reason why a command failed, and advice.
struct Failure: Error {
    enum Status: Int32 {
        /// The daemon refused the request, or a check failed.
        case refused = 1
        case usage = 2
        /// EX_UNAVAILABLE of sysexits.h: no daemon answers.
        case unavailable = 69
    }

    let status: Status
    let message: String
    /// The next step as a sentence; nil if the message contains it.
    let next: String?
    /// The daemon's error, if it refused.
    var refusal: VarlinkError?

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
