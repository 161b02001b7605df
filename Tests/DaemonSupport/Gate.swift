// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

/// A FIFO at which an activity and a test wait for each other, each as long as a test waits for anything.
/// The daemon's fixture keeps it open: one that is released lets the activity through.
package final class Gate {
    package let path: String
    private var entry: CInt = -1

    package init(_ daemon: ServedDaemon) throws {
        path = daemon.folder("gate-\(UInt32.random(in: 0 ... .max))")
        guard mkfifo(path, 0o666) == 0, chmod(path, 0o666) == 0 else {
            throw UnexpectedReply("\(path): \(String(cString: strerror(errno)))")
        }
        daemon.gates.append(self)
    }

    deinit {
        if entry >= 0 { close(entry) }
    }

    /// Waits until the activity has reached it.
    package func wait(_ file: String = #fileID, _ line: Int = #line) throws {
        let hasCome = HangLimit.passes {
            // Refused while nothing reads (fifo(7)).
            entry = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            return entry >= 0
        }
        guard hasCome else { throw UnexpectedReply("\(file):\(line): No activity came to the gate.") }
    }

    /// Lets the activity through.
    package func open(_ file: String = #fileID, _ line: Int = #line) throws {
        if entry < 0 { try wait(file, line) }
        write(entry, "go\n", 3)
        close(entry)
        entry = -1
    }

    /// Text that the activity writes to the gate; empty if it writes nothing in time.
    package func text() -> String {
        let end = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(end) }
        var text: [UInt8] = []
        var state = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        // Only what was opened for writing and closed again is hung up.
        while poll(&state, 1, HangLimit.milliseconds) == 1 {
            let part = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
                Array(buffer.prefix(max(0, read(end, buffer.baseAddress, buffer.count))))
            }
            if part.isEmpty { break }
            text += part
        }
        return String(decoding: text, as: UTF8.self)
    }
}
