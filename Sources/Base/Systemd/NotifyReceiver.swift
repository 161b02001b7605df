// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The receiving end of sd_notify(3): a datagram socket at a path, which a process gets as `NOTIFY_SOCKET`.
package final class NotifyReceiver: Sendable {
    /// Bytes to read of a message; assignments that do not fit are dropped. Real messages are far shorter.
    static let maximumBytes = 8192
    /// Maximum messages per call: a process that floods the socket must not block the loop.
    private static let batch = 64

    package let descriptor: CInt

    /// Binds a new socket at `path`, replacing any existing file.
    package init(binding path: String) throws(SystemdError) {
        let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw SystemdError(call: "socket", errno: errno) }
        unlink(path)
        // If this throws from here on, deinit closes the descriptor.
        guard linux_unix_bind(descriptor, path) == 0 else { throw SystemdError(call: "bind", errno: errno) }
    }

    /// Adopts a bound socket.
    package init(adopting descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Receives the pending messages in order: each message's assignments by name, repeated names in order.
    /// Closes descriptors that came with them.
    package func receive() -> [[String: [String]]] {
        var messages: [[String: [String]]] = []
        while messages.count < Self.batch, let message = next() { messages.append(message) }
        return messages
    }

    private func next() -> [String: [String]]? {
        withUnsafeTemporaryAllocation(byteCount: Self.maximumBytes, alignment: 1) { buffer in
            while true {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_TRUNC))
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return nil }
                var lines = buffer.prefix(count).split(separator: UInt8(ascii: "\n"))
                if count > buffer.count { _ = lines.popLast() }
                return Self.assignments(lines)
            }
        }
    }

    private static func assignments(
        _ lines: [Slice<UnsafeMutableRawBufferPointer>]
    ) -> [String: [String]] {
        var assignments: [String: [String]] = [:]
        for line in lines {
            guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: line[..<sign], as: UTF8.self)
            assignments[name, default: []].append(String(decoding: line[(sign + 1)...], as: UTF8.self))
        }
        return assignments
    }
}
