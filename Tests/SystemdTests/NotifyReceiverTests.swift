// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import Systemd

/// Reports of processes over a socket of sd_notify(3).
struct NotifyReceiverTests {
    private static func receiver(_ body: (NotifyReceiver, _ send: (String) -> Void) throws -> Void) throws {
        var template = Array("/tmp/notify-XXXXXX".utf8CString)
        let folder = String(cString: mkdtemp(&template))
        defer {
            unlink(folder + "/socket")
            rmdir(folder)
        }
        let receiver = try NotifyReceiver(binding: folder + "/socket")
        let sender = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(sender) }
        try #require(linux_unix_connect(sender, folder + "/socket") == 0)
        try body(receiver) { text in
            let bytes = Array(text.utf8)
            #expect(Glibc.send(sender, bytes, bytes.count, 0) == bytes.count)
        }
    }

    @Test func messagesComeInTheirOrder() throws {
        try Self.receiver { receiver, send in
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
        try Self.receiver { receiver, send in
            send(text)
            #expect(receiver.receive() == [[:]])
        }
    }

    @Test func ofAMessageTooLongTheLastAssignmentIsLeftOut() throws {
        try Self.receiver { receiver, send in
            let fitting = "A=1\nB=" + String(repeating: "x", count: NotifyReceiver.maximumBytes - 6)
            send(fitting)
            send(fitting + "x\nC=1")
            send(String(repeating: "\n", count: NotifyReceiver.maximumBytes + 1))
            #expect(receiver.receive().map { $0.keys.sorted() } == [["A", "B"], ["A"], []])
        }
    }

    @Test func whatIsThereIsReplaced() throws {
        try Self.receiver { receiver, send in
            var address = sockaddr_un()
            var size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let path = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = getsockname(receiver.descriptor, $0, &size)
                }
                return withUnsafePointer(to: &pointer.pointee.sun_path) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 108) { String(cString: $0) }
                }
            }
            let other = try NotifyReceiver(binding: path)
            send("FROM=the first's sender")
            #expect(receiver.receive().count == 1)
            #expect(other.receive().isEmpty)
        }
    }
}
