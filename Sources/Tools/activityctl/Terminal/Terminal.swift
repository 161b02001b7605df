// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

/// Dialogue with a person: questions go to standard error, so that standard output has only the result;
/// answers come from standard input.
struct Terminal {
    let interrupts: Interrupts

    /// The terminal; nil if standard input or standard error is no terminal.
    init?(_ interrupts: Interrupts) {
        guard Paint.isTerminal(STDIN_FILENO), Paint.isTerminal(STDERR_FILENO) else { return nil }
        self.interrupts = interrupts
    }

    func say(_ text: String) {
        Output.write(text, to: STDERR_FILENO)
    }

    /// Prompts for a line, and returns it without its end.
    ///
    /// - Throws: `ExitCode` at Ctrl-C, `Failure` at Ctrl-D.
    func ask(_ prompt: String) throws -> String {
        say(prompt)
        return try read()
    }

    /// Prompts for a line without echo, which is off before the prompt appears.
    func askSecretly(_ prompt: String) throws -> String {
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &shown)
            say("\n")
        }
        return try ask(prompt)
    }

    /// Reads a line, which a terminal delivers at once.
    private func read() throws -> String {
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n") {
            try wait()
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
            guard count > 0 else { throw Failure("There was no answer, and nothing was done.") }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    private func wait() throws {
        var waited = [STDIN_FILENO, interrupts.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&waited, 2, -1) < 0, errno == EINTR {}
        guard waited[1].revents != 0 else { return }
        interrupts.consume()
        throw ExitCode(Interrupts.status)
    }
}
