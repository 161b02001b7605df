// SPDX-License-Identifier: Apache-2.0

/// Programs that a command starts, whatever its files are: the first word of each command in it, what a wrapper such as `env`
/// starts, and the same of a script behind `sh -c`.
///
/// A line with alternatives (`a || b`, `if`, `case`, a test) may do without some of them, so none of its programs counts. Nor does a word
/// that is not written whole, such as `$EDITOR`.
enum StartedPrograms {
    /// Commands after which others may be left out.
    private static let conditions: Set<String> = [
        "if", "elif", "case", "!", "[", "[[", "test", "command", "builtin", "type", "which", "hash",
    ]
    /// Words of the shell itself, beside `Programs.builtins`.
    private static let builtins: Set<String> = [
        "cd", "true", "false", "exit", "return", "break", "continue", "read", "echo", "printf", "set",
        "shift", "kill", "pwd", "umask",
        "fi", "done", "esac", "}",
    ]

    static func of(_ text: ShellText) -> [String] { text.hasAlternatives ? [] : of(text.commands) }

    /// - Parameter commands: the words of each, with files as placeholders and quotation marks undone.
    static func of(_ commands: [[String]]) -> [String] {
        guard !commands.contains(where: { $0.contains(where: conditions.contains) }) else { return [] }
        var found: [String] = []
        for program in commands.flatMap(of(words:)) where !found.contains(program) { found.append(program) }
        return found
    }

    private static func of(words: [String]) -> [String] {
        var programs: [String] = []
        for word in words[FilePlaces.programIndex(words)...] {
            // Variables of env(1). A wrapper's option ends the look: whether a value follows it, nothing tells.
            if !programs.isEmpty, FilePlaces.assigned(word) != nil { continue }
            guard isProgram(word) else { break }
            programs.append(word)
            guard Programs.wrappers.contains(Programs.baseName(word)) else { break }
        }
        guard let script = FilePlaces.scriptIndex(words) else { return programs }
        return programs + ((try? ShellText(coded: words[script])).map(of) ?? [])
    }

    private static func isProgram(_ word: String) -> Bool {
        !FilePlaces.keywords.contains(word) && !Programs.builtins.contains(word) && !builtins.contains(word)
            && word.wholeMatch(of: /(\/[A-Za-z0-9_.+\/-]*)?[A-Za-z0-9_][A-Za-z0-9_.+-]*/) != nil
    }
}
