// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The unwritten replies of one connection.
struct OutputBuffer {
    enum Outcome {
        case written
        /// The peer accepts no more for now; `progress` tells whether it accepted some bytes.
        case blocked(progress: Bool)
        case disconnected
    }

    private(set) var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count - start }

    /// Lets `body` append one frame and ends it with NUL. Returns false, without appending anything, if the
    /// frame with its NUL exceeds `limit`.
    mutating func append(limit: Int, _ body: (inout [UInt8]) -> Void) -> Bool {
        let before = bytes.count
        body(&bytes)
        bytes.append(0)
        guard bytes.count - before > limit else { return true }
        bytes.removeSubrange(before...)
        return false
    }

    /// Appends a frame that already ends with NUL, within the same limit; an empty buffer adopts it without a
    /// copy.
    mutating func append(limit: Int, frame: [UInt8]) -> Bool {
        guard frame.count <= limit else { return false }
        if isEmpty { bytes = frame } else { bytes += frame }
        return true
    }

    mutating func write(to descriptor: CInt) -> Outcome {
        var progress = false
        while !isEmpty {
            let sent = bytes.withUnsafeBytes { all in
                send(descriptor, all.baseAddress.map { $0 + start }, all.count - start, CInt(MSG_NOSIGNAL))
            }
            if sent > 0 {
                progress = true
                consume(sent)
            } else if errno != EINTR {
                return errno == EAGAIN ? .blocked(progress: progress) : .disconnected
            }
        }
        return .written
    }

    private mutating func consume(_ count: Int) {
        start += count
        if start == bytes.count { self = OutputBuffer() }
    }
}
