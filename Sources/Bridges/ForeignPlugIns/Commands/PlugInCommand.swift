// SPDX-License-Identifier: Apache-2.0

/// A foreign command as a manifest's `exec`.
package struct PlugInCommand: Hashable, Sendable {
    package internal(set) var exec: [String]
    /// Whether it is started once for each file.
    package let each: Bool
    /// The program that the command begins with; nil for a line that a shell reads.
    package let program: String?
    /// The programs without which the action does nothing.
    package let programs: [String]
    /// Whether it is of use for one file alone, whatever its file says.
    package internal(set) var isForOne = false

    /// How a foreign program hands over several files.
    enum Handing: Hashable, Sendable {
        case single
        /// One start with all; what stands for one file means nothing, as in KIO.
        case together
        /// One start with all; what stands for one file means the first, as in Nemo and libfm-qt.
        case togetherByFirst
        /// One start each.
        case each

        var isTogether: Bool { self == .together || self == .togetherByFirst }
    }

    /// A command whose words are known: a vector where one will do.
    init(_ words: [CommandWord], _ handing: Handing) throws(Omission) {
        guard let first = words.first, first.codes.isEmpty == false || first.text?.isEmpty == false else {
            throw .noCommand
        }
        let words = try InnerScript.withoutNames(words, handing)
        let whole = handing.isTogether ? words : words.map { $0.map(Self.singular) }
        each = handing == .each
        program = first.text
        programs = StartedPrograms.of([words.map(\.coded)])
        let refused = try FilePlaces.check([words.map(\.coded)])
        if refused.isEmpty, let vector = Self.vector(whole, handing) {
            exec = vector
        } else {
            exec = try ShellLine(words: whole, handing).exec
        }
    }

    /// A line that a shell has to read.
    init(_ line: ShellText, _ handing: Handing) throws(Omission) {
        each = handing == .each
        program = nil
        programs = StartedPrograms.of(line)
        exec = try ShellLine(line, handing).exec
    }

    /// Where there is one file, all of them are it.
    private static func singular(_ piece: CommandWord.Piece) -> CommandWord.Piece {
        guard case .code(let code, let isQuoted) = piece else { return piece }
        return .code(code.singular, isQuoted: isQuoted)
    }

    /// The arguments, where each code is one that a manifest has for its place.
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
