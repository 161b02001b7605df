// SPDX-License-Identifier: Apache-2.0

/// One argument of `exec`, or a `uri` template, with its codes as parts.
///
/// `%f %F %u %U` are those of the Desktop Entry Specification ("The Exec key"), `%%` is a percent sign, and
/// `{id}` is an answer. What is none of these stands for itself, code point by code point: a combining mark after a
/// code or a brace takes nothing away from it.
package struct ExecArgument: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        /// The letter after a percent sign; an unknown one too.
        case code(Character)
        case answer(String)
    }

    package let parts: [Part]

    package init(_ text: String, percentCodes: Bool = true) {
        var parts: [Part] = []
        var literal = ""
        func flush() {
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
        }
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "%", percentCodes {
                let code = rest.popFirst()
                if code == "%" {
                    literal.append("%")
                } else {
                    flush()
                    parts.append(.code(Character(code ?? " ")))
                }
            } else if scalar == "{", let name = Self.answer(in: Substring(rest)) {
                flush()
                parts.append(.answer(name))
                rest = rest.dropFirst(name.utf8.count + 1)
            } else {
                literal.unicodeScalars.append(scalar)
            }
        }
        flush()
        self.parts = parts
    }

    /// The name before the closing brace, where what stands there is one.
    private static func answer(in rest: Substring) -> String? {
        let name = rest.utf8.prefix(while: isNameByte)
        guard rest.utf8.dropFirst(name.count).first == UInt8(ascii: "}"), isAnswerName(Substring(name)) else {
            return nil
        }
        return String(Substring(name))
    }

    package static func isAnswerName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, first &- UInt8(ascii: "a") < 26 else { return false }
        return name.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
    }

    package var codes: [Character] {
        parts.compactMap { if case .code(let code) = $0 { code } else { nil } }
    }

    package var answers: [String] {
        parts.compactMap { if case .answer(let name) = $0 { name } else { nil } }
    }

    package var takesPaths: Bool { codes.contains("f") || codes.contains("F") }
    package var takesOne: Bool { codes.contains("f") || codes.contains("u") }
    /// Whether it stands for as many arguments as there are items, and so must stand alone.
    package var takesMany: Bool { codes.contains("F") || codes.contains("U") }
}
