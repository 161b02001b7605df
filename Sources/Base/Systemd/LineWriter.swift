// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes lines to a terminal, file, pipe or stream without waiting for its reader.
///
/// The descriptor is shared and so must not become non-blocking. But a pipe that polls as writable accepts
/// PIPE_BUF bytes at once (pipe(7)).
struct LineWriter {
    let descriptor: CInt
    /// Whether the last line was cut.
    private var isCut = false

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// - Returns: false if the reader has not accepted the whole line.
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
            // Without a reader, the line counts as written.
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
