// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON

enum Output {
    /// Writes a text. If the reader has gone (`| head`), the process exits silently; on other errors, with a
    /// message.
    static func write(_ text: String, to descriptor: CInt = STDOUT_FILENO) {
        write(Array(text.utf8), to: descriptor)
    }

    static func write(_ bytes: [UInt8], to descriptor: CInt = STDOUT_FILENO) {
        if !Descriptor.write(bytes, to: descriptor) { end(errno, descriptor) }
    }

    static func line(_ text: String = "") {
        write(text + "\n")
    }

    static func lines(_ lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }

    /// Prints a JSON document: indented on a terminal, else on one line.
    static func json(_ json: JSON) {
        if Paint.isTerminal(STDOUT_FILENO) { line(printableJSON(json.prettyPrinted)) } else { jsonLine(json) }
    }

    /// Prints one of several JSON documents, on one line.
    static func jsonLine(_ json: JSON) {
        line(printableJSON(String(decoding: json.serialized, as: UTF8.self)))
    }

    private static func end(_ code: CInt, _ descriptor: CInt) -> Never {
        if code == EPIPE { endByBrokenPipe() }
        if descriptor != STDERR_FILENO {
            Failure("The output could not be written: \(ErrorText.of(code)).").end()
        }
        exit(Failure.Status.refused.rawValue)
    }

    /// Exits by SIGPIPE, like other programs in a pipe, even if the parent process ignores it.
    private static func endByBrokenPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}
