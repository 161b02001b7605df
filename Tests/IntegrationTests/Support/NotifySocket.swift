// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The manager's end of sd_notify(3): a datagram socket of our own.
final class NotifySocket {
    struct Silence: Error {
        let awaited: String
        let heard: [String]
    }

    let path: String
    private let descriptor: CInt
    /// Every message so far; each is a few lines.
    private(set) var messages: [String] = []

    init(at path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        guard linux_unix_bind(descriptor, path) == 0 else {
            throw ChildProcess.Failure(step: "bind \(path)", code: errno)
        }
    }

    deinit { close(descriptor) }

    /// Takes messages up to the first that holds `line`, and gives back its lines.
    @discardableResult
    func wait(for line: String) throws -> [String] {
        try wait(for: line) { $0.contains(line) }
    }

    /// Takes messages up to the first whose lines are as asked.
    @discardableResult
    func wait(for what: String, _ condition: ([String]) -> Bool) throws -> [String] {
        var heard: [String] = []
        while true {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Silence(awaited: what, heard: heard) }
            let message = String(decoding: bytes[..<count], as: UTF8.self)
            messages.append(message)
            heard.append(message)
            let lines = message.split(separator: "\n").map(String.init)
            if condition(lines) { return lines }
        }
    }

    /// Takes what has come, without waiting.
    func drain() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            guard count >= 0 else { return messages }
            messages.append(String(decoding: bytes[..<count], as: UTF8.self))
        }
    }
}
