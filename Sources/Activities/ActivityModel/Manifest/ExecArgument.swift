// SPDX-License-Identifier: Apache-2.0

/// One argument of `exec`, or a `uri` template, split at its codes.
///
/// `%f %F %u %U` are the codes of the Desktop Entry Specification ("The Exec key"), `%%` is a percent sign,
/// and `{id}` is an answer. All other text is literal. Parsing works by code point, so a combining mark after
/// a code or a brace does not hide it.
package struct ExecArgument: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        /// The letter after a percent sign, known or not.
        case code(Character)
        case answer(String)
    }

    package let parts: [Part]

    /// - Parameter percentCodes: false for a `uri` template, where a percent sign is literal.
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

    /// The answer's name before the closing brace; nil if the text there is not a valid name.
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
    package var expandsToOneItem: Bool { codes.contains("f") || codes.contains("u") }
    /// Whether the argument expands to one argument per item, and so must have no other parts.
    package var expandsToAllItems: Bool { codes.contains("F") || codes.contains("U") }
}
