// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import TestSupport

/// The manager's end of sd_notify(3): a datagram socket of our own.
///
/// A thread of its own reads it, as a manager would: the kernel lets only a few messages wait, and a sender
/// with more to say waits itself.
final class NotifySocket: Sendable {
    struct Silence: Error {
        let awaited: String
        let heard: [String]
    }

    let path: String
    private let descriptor: CInt
    /// Every message so far, each of a few lines, and how many of them were waited for.
    private let heard = Mutex((messages: [String](), read: 0))
    /// A byte for each message.
    private let bell: (out: CInt, into: CInt)

    init(at path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var ends: [CInt] = [0, 0]
        guard linux_unix_bind(descriptor, path) == 0, pipe(&ends) == 0 else {
            throw ChildProcess.Failure(step: "bind \(path)", code: errno)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        bell = (ends[0], ends[1])
        var thread = pthread_t()
        // The thread keeps this alive; `stop` ends it.
        let context = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<NotifySocket>.fromOpaque(context).takeRetainedValue().listen()
                return nil
            }, context)
        pthread_detach(thread)
    }

    deinit {
        for end in [descriptor, bell.out, bell.into] { close(end) }
    }

    /// Ends the thread.
    func stop() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    private func listen() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            let message = String(decoding: bytes[..<count], as: UTF8.self)
            heard.withLock { $0.messages.append(message) }
            write(bell.into, "!", 1)
        }
    }

    /// Takes messages up to the first that holds `line`, and gives back its lines.
    @discardableResult
    func wait(for line: String) throws -> [String] {
        try wait(for: line) { $0.contains(line) }
    }

    /// Takes messages up to the first whose lines are as asked.
    @discardableResult
    func wait(for what: String, _ condition: ([String]) -> Bool) throws -> [String] {
        while true {
            var waited = pollfd(fd: bell.out, events: Int16(POLLIN), revents: 0)
            let result = poll(&waited, 1, HangLimit.milliseconds)
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw Silence(awaited: what, heard: messages) }
            var byte: UInt8 = 0
            read(bell.out, &byte, 1)
            let message = heard.withLock { heard in
                defer { heard.read += 1 }
                return heard.messages[heard.read]
            }
            let lines = message.split(separator: "\n").map(String.init)
            if condition(lines) { return lines }
        }
    }

    /// All that came so far.
    var messages: [String] { heard.withLock(\.messages) }
}
