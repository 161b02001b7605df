// SPDX-License-Identifier: Apache-2.0

/// A foreign command, translated to a manifest's `exec`.
package struct PlugInCommand: Hashable, Sendable {
    package internal(set) var exec: [String]
    /// Whether the command runs once for each file.
    package let each: Bool
    /// The command's program; nil for a shell command line, or if the first word contains a code.
    package let program: String?
    /// Programs without which the action cannot work.
    package let programs: [String]
    /// Whether the command works only with a single file, even if its entry accepts several.
    package internal(set) var isForOne = false

    /// How the host program passes multiple files.
    enum Handing: Hashable, Sendable {
        case single
        /// One run with all files; single-file codes expand to nothing if there are several files, as in KIO.
        case together
        /// One run with all files; single-file codes expand to the first file, as in Nemo and libfm-qt.
        case togetherByFirst
        case each

        var isTogether: Bool { self == .together || self == .togetherByFirst }
    }

    /// Creates the command of a program that reads the request.
    init(reader exec: [String], programs: [String]) {
        self.exec = exec.map { $0.replacing("%", with: "%%") }
        each = false
        program = exec.first
        self.programs = programs
    }

    /// Uses a shell only if a manifest's `exec` cannot express the words.
    init(_ words: [CommandWord], _ handing: Handing) throws(Omission) {
        guard let first = words.first, first.codes.isEmpty == false || first.text?.isEmpty == false else {
            throw .noCommand
        }
        let (words, refused) = try InnerScript.withoutNames(words, handing)
        let whole = handing.isTogether ? words : words.map { $0.map(Self.singular) }
        each = handing == .each
        program = first.text
        programs = StartedPrograms.of([words.map(\.coded)])
        if refused.isEmpty, let vector = Self.vector(whole, handing) {
            exec = vector
        } else {
            exec = try ShellLine(words: whole, handing, refusing: refused).exec
        }
    }

    init(_ line: ShellText, _ handing: Handing) throws(Omission) {
        each = handing == .each
        program = nil
        programs = StartedPrograms.of(line)
        exec = try ShellLine(line, handing).exec
    }

    /// Converts a multi-file code to its single-file form.
    private static func singular(_ piece: CommandWord.Piece) -> CommandWord.Piece {
        guard case .code(let code, let isQuoted) = piece else { return piece }
        return .code(code.singular, isQuoted: isQuoted)
    }

    /// The argument vector; nil if the command needs a shell: it has a code without an equivalent field code,
    /// or in a position where a manifest allows none.
    private static func vector(_ words: [CommandWord], _ handing: Handing) -> [String]? {
        guard words[0].codes.isEmpty else { return nil }
        var arguments: [String] = []
        for word in words {
            var argument = ""
            for piece in word.pieces {
                switch piece {
                case .text(let text): argument += text.replacing("%", with: "%%")
                case .code(let code, let isQuoted):
                    guard let sign = code.manifestCode, !handing.isTogether || code.isPlural else {
                        return nil
                    }
                    if code.isPlural, isQuoted || word.pieces.count > 1 { return nil }
                    argument += sign
                }
            }
            arguments.append(argument)
        }
        return arguments
    }
}
