// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport
import Testing

@testable import Systemd

/// Levels, the journal's protocol, and readers that hang. The daemon's own messages are tested elsewhere.
struct JournalTests {
    private let scratch = Scratch()

    @Test func levelsHaveSyslogsNamesAndNumbers() {
        #expect(Journal.Level.allCases.map(\.rawValue) == Array(0...7))
        for (name, number) in [("emerg", 0), ("err", 3), ("warning", 4), ("info", 6), ("debug", 7)]
            as [(String, CInt)]
        {
            #expect(Journal.Level(name: name)?.rawValue == number)
            #expect(Journal.Level(rawValue: number)?.name == name)
        }
        #expect(Journal.Level(name: "loud") == nil && Journal.Level(name: "") == nil)
    }

    @Test func fieldsOfSeveralLinesComeWithTheirLength() throws {
        try journal { journal, receive in
            journal.log(.notice, "one\ntwo", id: "0123", ["UNIT": "a.service"])
            let message = "MESSAGE\n\u{7}\0\0\0\0\0\0\0one\ntwo\n"
            let rest = "PRIORITY=5\nSYSLOG_IDENTIFIER=test\nMESSAGE_ID=0123\nUNIT=a.service\n"
            #expect(receive() == message + rest)
            #expect(receive() == nil)
        }
    }

    @Test func aJournalThatHangsHoldsUpNothing() throws {
        try journal { journal, receive in
            for number in 0..<2000 { journal.log(.info, "message \(number)") }
            var taken = 0
            while let text = receive() {
                #expect(text.hasPrefix("MESSAGE=message \(taken)\n"))
                taken += 1
            }
            #expect(0 < taken && taken < 2000)
            for text in ["after", "later"] { journal.log(.info, text) }
            let lost = "MESSAGE=\(2000 - taken) messages were dropped because the log was not being read.\n"
            #expect(receive()?.hasPrefix(lost + "PRIORITY=4\n") == true)
            #expect(receive()?.hasPrefix("MESSAGE=after\n") == true)
            #expect(receive()?.hasPrefix("MESSAGE=later\n") == true)
            #expect(receive() == nil)
        }
    }

    /// A line of 70,000 bytes exceeds a pipe's buffer (64 KiB), so it is cut.
    @Test(arguments: [100, 5000, 70_000])
    func aPipeThatIsNotReadHoldsUpNothing(length: Int) throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { for end in ends { close(end) } }
        let journal = Journal(identifier: "test", usesJournal: false, standardError: ends[1])
        let text = String(repeating: "x", count: length)
        for _ in 0..<2000 { journal.log(.info, text) }
        let whole = Self.drain(ends[0]).split(separator: "\n").filter { $0 == "test: info: " + text }.count
        #expect(whole < 2000)
        journal.log(.info, "after")
        let sentence =
            "test: warning: \(2000 - whole) messages were dropped because the log was not being read."
        #expect(Self.drain(ends[0]).split(separator: "\n") == [Substring(sentence), "test: info: after"])
    }

    /// A journal whose socket only the test reads, one message at each call of `receive`.
    private func journal(_ body: (Journal, _ receive: () -> String?) throws -> Void) throws {
        let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let receiver = socket(AF_UNIX, kind, 0)
        defer { close(receiver) }
        try #require(linux_unix_bind(receiver, scratch("socket")) == 0)
        let journal = Journal(identifier: "test", usesJournal: true, socket: scratch("socket"))
        try body(journal) {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(receiver, &bytes, bytes.count, 0)
            return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
        }
    }

    /// Reads the text that is in the pipe, without waiting.
    private static func drain(_ pipe: CInt) -> String {
        var text = [UInt8]()
        var bytes = [UInt8](repeating: 0, count: 4096)
        var waited = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        while poll(&waited, 1, 0) > 0 {
            let count = read(pipe, &bytes, bytes.count)
            guard count > 0 else { break }
            text += bytes[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
