// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import Host
import SessionBus
import StrictJSON
import TestSupport
import Testing

/// activity-share-host as a browser starts it, with the browser's ends of its pipes.
final class HostProgram {
    private let bus: PrivateBus
    private let pid: pid_t
    private var input: CInt
    private let output: CInt
    private var watch: Source?
    private var received: [UInt8] = []
    private var isSilent = false
    private var status: CInt?

    /// - Parameter arguments: those of Chromium where they are left out.
    init(_ bus: PrivateBus, _ arguments: [String] = ["chrome-extension://ghonabcahpjmkafnjobhpglamfpgmnli/"])
        throws
    {
        self.bus = bus
        let (commands, answers) = (try Self.pipe(), try Self.pipe())
        pid = try Spawn.start(
            Self.path, ([Self.path] + arguments).map { Array($0.utf8) },
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        ) { actions in
            posix_spawn_file_actions_adddup2(&actions, commands.read, STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, answers.write, STDOUT_FILENO)
        }
        (input, output) = (commands.write, answers.read)
        close(commands.read)
        close(answers.write)
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        watch = Source(watching: output, for: [.readable, .hungUp]) { [weak self] in self?.take() }
    }

    deinit {
        watch = nil
        leave()
        close(output)
        if status == nil {
            kill(pid, SIGKILL)
            var status: CInt = 0
            waitpid(pid, &status, 0)
        }
    }

    private static let path = Checkout.program("activity-share-host")

    private static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [0, 0]
        // Another test's child must not inherit an end, or there is no end of file.
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0 else { throw PrivateBus.Failure(reason: "pipe") }
        return (ends[0], ends[1])
    }

    /// A message, framed.
    func send(_ message: String) { send(bytes: frame(message.utf8.count) + message.utf8) }

    func frame(_ length: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(length)) { Array($0) } }

    /// Sends bytes; those to a program that has ended are lost.
    func send(bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// As a browser does when the page goes.
    func leave() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Waits for the next message.
    func next() throws -> JSON {
        try #require(bus.turn { wholeLength != nil || isSilent })
        let length = try #require(wholeLength, "the program has ended without a word")
        let body = received[4..<length]
        received.removeFirst(length)
        return try JSON(parsing: Array(body))
    }

    /// Waits for its end.
    func exitStatus() throws -> CInt {
        try #require(bus.turn { isSilent })
        var status: CInt = 0
        waitpid(pid, &status, 0)
        self.status = status
        return status & 0x7F == 0 ? status >> 8 : -1
    }

    private var wholeLength: Int? {
        guard received.count >= 4 else { return nil }
        let length = received.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) } + 4
        return received.count >= length ? length : nil
    }

    private func take() {
        var part = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(output, &part, part.count)
        if count > 0 { received += part.prefix(count) }
        if count == 0 { (isSilent, watch) = (true, nil) }
    }
}
