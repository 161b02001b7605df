// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

/// A Python process that runs the Varlink project's own implementation (PyPI: varlink), unchanged.
///
/// `VARLINK_PYTHON` names an interpreter that has the module; the default is `python3`. Without the module
/// the tests fail instead of being skipped, because a skipped test certifies nothing.
final class Python {
    static let interpreter = getenv("VARLINK_PYTHON").map { String(cString: $0) } ?? "python3"
    static let advice =
        "\(interpreter) has no module varlink: pip install varlink, and set VARLINK_PYTHON to the "
        + "interpreter that has it"

    private let pid: pid_t
    private let output: CInt
    private(set) var text = ""

    init(_ arguments: [String]) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw WireError(step: "pipe", code: errno) }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = ChildSignals.ordinary
        var vector = ([Self.interpreter] + arguments).map { strdup($0) } + [nil]
        defer { for argument in vector { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, Self.interpreter, &actions, &attributes, &vector, environ)
        close(ends[1])
        guard code == 0 else { throw WireError(step: "spawn \(Self.interpreter)", code: code) }
        self.pid = pid
        output = ends[0]
    }

    deinit { close(output) }

    /// Whether the interpreter has the module.
    static var isReady: Bool {
        guard let probe = try? Python(["-c", "import varlink.tests.test_certification"]) else { return false }
        return probe.end() == 0
    }

    /// Reads the output until `word` appears; returns false if the output ends first.
    func awaitOutput(_ word: String) -> Bool {
        while !text.contains(word) {
            guard read() else { return false }
        }
        return true
    }

    /// Reads all output, and returns the wait status.
    func end() -> CInt {
        while read() {}
        var status: CInt = 0
        waitpid(pid, &status, 0)
        return status
    }

    func terminate() {
        kill(pid, SIGKILL)
        _ = end()
    }

    private func read() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(output, &bytes, bytes.count)
        guard count > 0 else { return false }
        text += String(decoding: bytes[..<count], as: UTF8.self)
        return true
    }
}
