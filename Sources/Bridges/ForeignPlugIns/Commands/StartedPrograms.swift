// SPDX-License-Identifier: Apache-2.0

/// Programs that a command starts for any files: the first word of each command, the program of a wrapper
/// such as `env`, and likewise in a script after `sh -c`.
///
/// A line with alternatives (`a || b`, `if`, `case`, a test) may not need all of its programs, so none
/// counts. Nor does a word that only expansion completes, such as `$EDITOR`.
enum StartedPrograms {
    /// Commands that may skip later ones.
    private static let conditions: Set<String> = ["test", "type", "which"]
    /// Builtins of the shell, besides `Programs.builtins`.
    private static let builtins: Set<String> = [
        "cd", "true", "false", "exit", "return", "break", "continue", "read", "echo", "printf", "set",
        "shift", "kill", "pwd", "umask",
        "fi", "done", "esac", "for",
    ]

    static func of(_ text: ShellText) -> [String] { text.hasAlternatives ? [] : of(text.commands) }

    /// - Parameter commands: the words of each command, unquoted, with files as placeholders.
    static func of(_ commands: [[String]]) -> [String] {
        guard !commands.contains(where: { $0.contains(where: conditions.contains) }) else { return [] }
        var found: [String] = []
        for program in commands.flatMap(of(words:)) where !found.contains(program) { found.append(program) }
        return found
    }

    private static func of(words: [String]) -> [String] {
        var programs: [String] = []
        for word in words[FilePlaces.programIndex(words)...] {
            // Skips variables for env(1). A wrapper's option ends the search, since it may take a value.
            if !programs.isEmpty, FilePlaces.assigned(word) != nil { continue }
            guard isProgram(word) else { break }
            programs.append(word)
            guard Programs.wrappers.contains(Programs.baseName(word)) else { break }
        }
        guard let script = FilePlaces.scriptIndex(words) else { return programs }
        return programs + ((try? ShellText(coded: words[script])).map(of) ?? [])
    }

    private static func isProgram(_ word: String) -> Bool {
        !Programs.builtins.contains(word) && !builtins.contains(word)
            && word.wholeMatch(of: /(\/[A-Za-z0-9_.+\/-]*)?[A-Za-z0-9_][A-Za-z0-9_.+-]*/) != nil
    }
}
