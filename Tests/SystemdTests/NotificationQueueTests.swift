// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Systemd

/// Notifications that the manager does not accept at once.
struct NotificationQueueTests {
    private static func queue(_ texts: [String]) -> NotificationQueue {
        var queue = NotificationQueue()
        for text in texts { queue.append(Notification(text: text)) }
        return queue
    }

    @Test(arguments: [
        (["STATUS=1", "STATUS=2"], ["STATUS=2"]),
        (["WATCHDOG=1", "WATCHDOG=1"], ["WATCHDOG=1"]),
        (["STATUS=1", "READY=1\nSTATUS=2"], ["READY=1\nSTATUS=2"]),
        (["RELOADING=1", "READY=1", "STATUS=1"], ["RELOADING=1", "READY=1", "STATUS=1"]),
        (["READY=1", "RELOADING=1", "READY=1", "RELOADING=1", "READY=1"], ["RELOADING=1", "READY=1"]),
        (["RELOADING=1", "READY=1", "FDSTOREREMOVE=1", "STOPPING=1"], ["FDSTOREREMOVE=1", "STOPPING=1"]),
    ])
    func newerMessagesReplaceOlder(_ texts: [String], _ left: [String]) {
        #expect(Self.queue(texts).messages.map(\.text) == left)
    }

    @Test func whatIsNotTakenStaysInItsOrder() {
        var queue = Self.queue(["RELOADING=1", "READY=1", "STATUS=1"])
        var attempts: [String] = []
        queue.send { message in
            attempts.append(message.text)
            return attempts.count == 2 ? .full : .sent
        }
        #expect(attempts == ["RELOADING=1", "READY=1"])
        #expect(queue.messages.map(\.text) == ["READY=1", "STATUS=1"])
        queue.send { _ in .refused }
        #expect(queue.messages.isEmpty)
    }

    @Test func onlySoManyDescriptorsWait() {
        var queue = Self.queue((0..<100).map { "FDSTORE=1\nFDNAME=\($0)" })
        queue.append(Notification(text: "READY=1"))
        #expect(queue.messages.count == NotificationQueue.limit + 1)
        #expect(queue.messages.last?.text == "READY=1")
    }

    @Test func aDescriptorIsOpenTillItsMessageIsTaken() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var queue = NotificationQueue()
        queue.append(Notification(text: "FDSTORE=1", passed: PassedDescriptor(duplicating: ends[1])))
        close(ends[1])
        var byte: UInt8 = 1
        queue.send { message in
            #expect(write(message.passed?.descriptor ?? -1, &byte, 1) == 1)
            return .full
        }
        queue.send { _ in .sent }
        #expect(read(ends[0], &byte, 1) == 1)
        #expect(read(ends[0], &byte, 1) == 0)
        close(ends[0])
    }
}
