// SPDX-License-Identifier: Apache-2.0

import CLinux
import DaemonSupport
import Glibc
import TestSupport
import Testing

/// A process that a test started, with its output in a file; killed with the value, at the latest.
final class ChildProcess {
    enum End: Equatable {
        case exited(Int32)
        case killed(by: Int32)
    }

    struct Failure: Error {
        let step: String
        let code: Int32
    }

    let pid: pid_t
    /// Path of the log, with the output of both streams.
    let logPath: String
    /// Ends when the process and all that inherited from it have ended.
    private let lifeline: CInt
    private var end: End?

    /// - Parameter environment: all of it; nothing is inherited but what sanitizers are told.
    init(_ command: [String], environment: [String: String], log: String) throws {
        logPath = log
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(step: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        lifeline = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        posix_spawn_file_actions_adddup2(&actions, ends[1], Self.lifelineNumber)
        var attributes = ChildSignals.ordinary
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.sanitized.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else {
            close(ends[0])
            throw Failure(step: "spawn \(command[0])", code: code)
        }
        self.pid = pid
    }

    /// Beyond every descriptor that a program looks at.
    private static let lifelineNumber: CInt = 199

    deinit {
        if end == nil {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
        close(lifeline)
    }

    var log: String { Files.text(logPath) }

    /// Waits until the process has printed `text`; false if it never does.
    func wait(forOutput text: String) -> Bool {
        let watcher = inotify_init1(CInt(IN_CLOEXEC))
        defer { close(watcher) }
        inotify_add_watch(watcher, logPath, UInt32(IN_MODIFY))
        while !log.contains(text) {
            var waited = pollfd(fd: watcher, events: Int16(POLLIN), revents: 0)
            guard poll(&waited, 1, HangLimit.milliseconds) > 0 else { return false }
            var bytes = [UInt8](repeating: 0, count: 4096)
            read(watcher, &bytes, bytes.count)
        }
        return true
    }

    func signal(_ signal: Int32) { kill(pid, signal) }

    /// Waits for the end; a process that hangs is killed, and the test has failed.
    @discardableResult
    func wait(_ location: SourceLocation = #_sourceLocation) -> End {
        if let end { return end }
        var waited = pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0)
        if poll(&waited, 1, HangLimit.milliseconds) == 0 {
            Issue.record("process \(pid) did not end: \(log)", sourceLocation: location)
            kill(pid, SIGKILL)
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        let end: End = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(by: signal)
        self.end = end
        return end
    }

    /// Runs a program to its end.
    static func run(
        _ command: [String], environment: [String: String]? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> (end: End, output: String) {
        let folder = Scratch()
        let process = try ChildProcess(
            command, environment: environment ?? ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"], log: folder("log")
        )
        let end = process.wait(location)
        return (end, process.log)
    }
}
