// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes lines to a terminal, file, pipe or stream, and never waits for its reader.
///
/// A descriptor that others share must not be made non-blocking. But one that poll(2) calls writable takes
/// PIPE_BUF bytes at once (pipe(7)).
struct LineWriter {
    let descriptor: CInt
    /// Whether the last line was cut.
    private var isCut = false

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// - Returns: false where the reader has not taken all of it.
    mutating func write(_ line: String) -> Bool {
        var rest = ArraySlice(((isCut ? "\n" : "") + line + "\n").utf8)
        while !rest.isEmpty {
            guard isWritable else {
                isCut = isCut || rest.startIndex > 0
                return false
            }
            let written = rest.prefix(Int(PIPE_BUF)).withUnsafeBytes { part in
                Glibc.write(descriptor, part.baseAddress, part.count)
            }
            if written < 0, errno == EINTR { continue }
            // Where the reader is gone, no line is missed.
            guard written > 0 else { return true }
            rest = rest.dropFirst(written)
        }
        isCut = false
        return true
    }

    private var isWritable: Bool {
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&waited, 1, 0) != 0
    }
}
