// SPDX-License-Identifier: Apache-2.0

package import CLinux
import Glibc

/// Starts programs with posix_spawn(3).
package enum Spawn {
    package struct Failure: Error {
        /// An errno value.
        package let code: Int32
    }

    /// Starts a program with default signals and the normal scheduling policy: our own threads block signals,
    /// and the disk thread is a batch.
    ///
    /// - Parameters:
    ///   - program: an absolute path.
    ///   - arguments: begin with the program's own name.
    ///   - hasOwnSession: whether the program starts a session, and so a process group, without a terminal.
    ///   - prepare: sets the program's descriptors and working directory.
    /// - Throws: `Failure` if the program cannot be executed, or no process can be created.
    package static func start(
        _ program: String, _ arguments: [[UInt8]], environment: [String: String], hasOwnSession: Bool = false,
        _ prepare: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        prepare(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let isBatch = sched_getscheduler(0) == LINUX_SCHED_BATCH
        let flags = (hasOwnSession ? POSIX_SPAWN_SETSID : 0) | (isBatch ? POSIX_SPAWN_SETSCHEDULER : 0)
        resetSignals(&attributes, Int32(flags))
        let vector = arguments.map(text) + [nil]
        let variables = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { (vector + variables).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, &attributes, vector, variables)
        guard code == 0 else { throw Failure(code: code) }
        return process
    }

    private static func resetSignals(_ attributes: inout posix_spawnattr_t, _ flags: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(flags)))
    }

    private static func text(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { strdup($0) } }
        }
    }
}
