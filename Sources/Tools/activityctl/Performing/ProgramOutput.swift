// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The output of a program of the system, which is waited for no longer than it is worth.
enum ProgramOutput {
    case text(String)
    /// It cannot be run, or fails.
    case none
    /// It did not end in time, and was killed.
    case late

    static func of(_ command: [String], within milliseconds: Int32) -> ProgramOutput {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { return .none }
        defer { close(ends[0]) }
        let process = start(command, output: ends[1])
        close(ends[1])
        guard process > 0 else { return .none }
        let text = read(ends[0], within: milliseconds)
        if text == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard let text else { return .late }
        return status == 0 ? .text(text) : .none
    }

    /// Reads to the end; nil if a read waits longer than `milliseconds`.
    private static func read(_ descriptor: CInt, within milliseconds: Int32) -> String? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waited, 1, milliseconds) > 0 else { return nil }
            let count = Glibc.read(descriptor, &part, part.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += part[..<count]
        }
    }

    private static func start(_ command: [String], output: CInt) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        return posix_spawnp(&process, command[0], &actions, nil, &arguments, environ) == 0 ? process : -1
    }
}
