// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport
import Testing

/// A program that runs on a terminal of its own, which the test types on and reads from.
final class TerminalProgram {
    private let terminal: CInt
    private let process: ChildProcess
    /// All that the terminal shows.
    private(set) var screen = ""

    init(_ command: [String], environment: [String: String]) throws {
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var isLocked: CInt = 0
        var number: CUnsignedInt = 0
        guard ioctl(terminal, Self.setLock, &isLocked) == 0, ioctl(terminal, Self.getNumber, &number) == 0
        else {
            throw ChildProcess.Failure(step: "open a terminal", code: errno)
        }
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        let script = #"exec setsid --ctty "$@" <>"$0" >&0 2>&0"#
        process = try ChildProcess(
            ["/bin/sh", "-c", script, "/dev/pts/\(number)"] + command, environment: environment,
            log: "/dev/null")
    }

    /// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), macros that Swift cannot read.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    deinit { close(terminal) }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(Glibc.write(terminal, bytes, bytes.count) == bytes.count)
    }

    func pressControlC() { type("\u{3}") }

    /// Waits until `text` is on the screen, after what was waited for before.
    func wait(for text: String, _ location: SourceLocation = #_sourceLocation) {
        let bytes = Array(text.utf8)
        while true {
            if let range = unread.firstRange(of: bytes) { return unread.removeSubrange(..<range.upperBound) }
            guard read() else {
                Issue.record("never shown: \(text); shown: \(screen)", sourceLocation: location)
                return
            }
        }
    }

    /// Output after the text that was waited for.
    private var unread: [UInt8] = []

    func end() -> ChildProcess.End {
        while read() {}
        return process.wait()
    }

    /// False at the end, or when nothing comes any more.
    private func read() -> Bool {
        var waited = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, HangLimit.milliseconds) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(terminal, &chunk, chunk.count)
        guard count > 0 else { return false }
        unread += chunk.prefix(count)
        screen += String(decoding: chunk.prefix(count), as: UTF8.self)
        return true
    }
}
