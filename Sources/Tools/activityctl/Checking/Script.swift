// SPDX-License-Identifier: Apache-2.0

/// A program's file, as far as the kernel looks at it before it is started (execve(2), "Interpreter scripts").
struct Script {
    enum Kind: Equatable {
        /// A program of the machine's own, which nothing more is known of.
        case binary
        /// The interpreter's path, and the program that it looks for where it is env(1).
        case script(interpreter: String, program: String?)
        /// env is given this as one word, blanks and all.
        case unsplit(String)
        /// A byte order mark hides its `#!` from the kernel.
        case marked
        /// It cannot be started.
        case text
    }

    let kind: Kind
    let hasCarriageReturns: Bool

    /// - Parameter bytes: the file, or its beginning.
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

    private static func kind(_ line: String) -> Kind {
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
