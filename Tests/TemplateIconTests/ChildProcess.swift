// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing

/// A program whose standard input, output and error are pipes.
///
/// Foundation's Process does not work here. It detects a program's end by a socket that the program inherits.
/// activity-draw closes descriptors that it does not expect, this socket too; Process then waits for each
/// program in turn, and never for the next.
final class ChildProcess {
    let identifier: pid_t
    private(set) var input: Int32
    let output: Int32
    let complaints: Int32
    private var status: Int32?

    /// Locked while pipes exist that a second program must not inherit.
    private static let spawning = Mutex(())

    init(_ command: [String]) throws {
        (identifier, input, output, complaints) = try Self.spawning.withLock { _ in try Self.spawn(command) }
    }

    deinit {
        if status == nil { kill(identifier, SIGKILL) }
        _ = wait()
        for descriptor in [input, output, complaints] where descriptor >= 0 { close(descriptor) }
    }

    private static func spawn(_ command: [String]) throws -> (pid_t, Int32, Int32, Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var ours: [Int32] = []
        var theirs: [Int32] = []
        for number in 0..<Int32(3) {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            ours.append(number == 0 ? ends[1] : ends[0])
            theirs.append(number == 0 ? ends[0] : ends[1])
            posix_spawn_file_actions_adddup2(&actions, theirs[Int(number)], number)
        }
        defer { for end in theirs { close(end) } }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, command[0], &actions, nil, &arguments, environ)
        try #require(result == 0, "\(command[0]) cannot be started (error \(result))")
        return (process, ours[0], ours[1], ours[2])
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { throw NotTaken(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// The program ended before it read all input.
    struct NotTaken: Error { let code: Int32 }

    func closeInput() {
        close(input)
        input = -1
    }

    /// Waits for bytes and reads at most 64 KiB; empty at the end of the stream.
    func read(_ descriptor: Int32) throws -> [UInt8] {
        var part = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(descriptor, &part, part.count)
        try #require(count >= 0)
        return Array(part[..<count])
    }

    func readToEnd(_ descriptor: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let part = try read(descriptor)
            guard !part.isEmpty else { return bytes }
            bytes += part
        }
    }

    /// Waits for the end; returns the exit status, or the negated number of the fatal signal.
    func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        waitpid(identifier, &raw, 0)
        let signal = raw & 0x7F
        status = signal == 0 ? raw >> 8 & 0xFF : -signal
        return status ?? -1
    }
}
