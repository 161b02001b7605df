// SPDX-License-Identifier: Apache-2.0

/// The part of a program's file that the kernel inspects before execution (execve(2), "Interpreter scripts"),
/// and its line endings.
struct Script {
    enum ScriptKind: Equatable {
        /// An ELF program, which is not inspected further.
        case binary
        /// The interpreter's path and, if that is env(1), the program that env looks up.
        case script(interpreter: String, program: String?)
        /// env receives these words as a single argument.
        case unsplit(String)
        /// A byte order mark hides its `#!` from the kernel.
        case marked
        /// The kernel cannot execute the file: it has no `#!` line that names a program.
        case text
    }

    let kind: ScriptKind
    let hasCarriageReturns: Bool

    /// - Parameter bytes: the file's contents, or their beginning.
    init(_ bytes: [UInt8]) {
        guard bytes.starts(with: "#!".utf8) else {
            kind =
                bytes.starts(with: [0x7F] + Array("ELF".utf8))
                ? .binary : bytes.starts(with: "\u{FEFF}#!".utf8) ? .marked : .text
            hasCarriageReturns = false
            return
        }
        hasCarriageReturns = zip(bytes, bytes.dropFirst()).contains { $0 == 13 && $1 == 10 }
        let line = bytes.dropFirst(2).prefix { $0 != 10 && $0 != 13 }
        kind = Self.kind(String(decoding: line, as: UTF8.self))
    }

    private static func kind(_ line: String) -> ScriptKind {
        let words = line.split { $0 == " " || $0 == "\t" }.map { String($0) }
        guard let interpreter = words.first else { return .text }
        guard interpreter.split(separator: "/").last == "env" else {
            return .script(interpreter: interpreter, program: nil)
        }
        if words.count > 2, !words[1].hasPrefix("-") {
            return .unsplit(words.dropFirst().joined(separator: " "))
        }
        let program = words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") }
        return program.map { .script(interpreter: interpreter, program: $0) } ?? .text
    }
}
