// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport
import Testing

@testable import Systemd

/// Reports that processes send with sd_notify(3).
struct NotifyReceiverTests {
    private let scratch = Scratch()

    private func receiver(_ body: (NotifyReceiver, _ send: (String) -> Void) throws -> Void) throws {
        let receiver = try NotifyReceiver(binding: scratch("socket"))
        let sender = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(sender) }
        try #require(linux_unix_connect(sender, scratch("socket")) == 0)
        try body(receiver) { text in
            let bytes = Array(text.utf8)
            #expect(Glibc.send(sender, bytes, bytes.count, 0) == bytes.count)
        }
    }

    @Test func messagesComeInTheirOrder() throws {
        try receiver { receiver, send in
            #expect(receiver.receive().isEmpty)
            send("STATUS=a=b\nX_PROGRESS=0.5\nSTATUS=\n")
            send("READY=1")
            let first = ["STATUS": ["a=b", ""], "X_PROGRESS": ["0.5"]]
            #expect(receiver.receive() == [first, ["READY": ["1"]]])
            #expect(receiver.receive().isEmpty)
        }
    }

    @Test(arguments: ["", "\n\n", "nonsense", "STATUS"])
    func whatAssignsNothingIsEmpty(_ text: String) throws {
        try receiver { receiver, send in
            send(text)
            #expect(receiver.receive() == [[:]])
        }
    }

    @Test func ofAMessageTooLongTheLastAssignmentIsLeftOut() throws {
        try receiver { receiver, send in
            let fitting = "A=1\nB=" + String(repeating: "x", count: NotifyReceiver.maximumBytes - 6)
            send(fitting)
            send(fitting + "x\nC=1")
            send(String(repeating: "\n", count: NotifyReceiver.maximumBytes + 1))
            #expect(receiver.receive().map { $0.keys.sorted() } == [["A", "B"], ["A"], []])
        }
    }

    @Test func whatIsThereIsReplaced() throws {
        try receiver { receiver, send in
            let other = try NotifyReceiver(binding: scratch("socket"))
            send("FROM=the first's sender")
            #expect(receiver.receive().count == 1)
            #expect(other.receive().isEmpty)
        }
    }
}
