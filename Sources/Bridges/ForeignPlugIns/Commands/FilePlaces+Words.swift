// SPDX-License-Identifier: Apache-2.0

extension FilePlaces {
    /// Index of the first word that is neither an assignment nor a word before a program.
    static func programIndex(_ words: [String]) -> Int {
        words.firstIndex { !["|", "do", "exec"].contains($0) && assigned($0) == nil } ?? words.endIndex
    }

    static func program(_ words: [String]) -> String? { words.dropFirst(programIndex(words)).first }

    /// Number of programs that the commands start; a shell's script counts instead of the shell.
    static func programCount(_ commands: [[String]]) -> Int {
        commands.reduce(0) { count, words in
            guard let name = program(words), !["for", "done", "<", ">"].contains(name) else { return count }
            let script = scriptIndex(words).flatMap { try? ShellText(coded: words[$0]) }
            return count + max(1, script.map { programCount($0.commands) } ?? 1)
        }
    }

    /// Whether the arguments of env(1) have another option than `-u NAME` before its program.
    static func hasOptions(env arguments: ArraySlice<String>) -> Bool {
        guard let word = arguments.first else { return false }
        if word == "-u" { return hasOptions(env: arguments.dropFirst(2)) }
        return word.hasPrefix("-") || assigned(word) != nil && hasOptions(env: arguments.dropFirst())
    }

    /// Index of a shell's script argument: `sh -c '…'`.
    static func scriptIndex(_ words: [String]) -> Int? {
        guard let shell = words.firstIndex(where: Programs.isShell) else { return nil }
        let operand = operandIndex(words, shell)
        let isScript = words[shell..<operand].contains { isOption($0, with: "c") }
        return isScript && operand < words.count ? operand : nil
    }

    /// Index of the first word after a shell's options.
    static func operandIndex(_ words: [String], _ shell: Int) -> Int {
        words.dropFirst(shell + 1).firstIndex { $0.first != "-" && $0.first != "+" } ?? words.count
    }

    /// The variable that a word assigns; nil if it is no assignment.
    static func assigned(_ word: String) -> String? {
        var name = word.prefix { $0 != "=" }
        guard name.count < word.count, name.first?.isNumber == false else { return nil }
        if name.last == "+" { name.removeLast() }
        return name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
            ? String(name) : nil
    }

    static func value(_ assignment: String) -> String { String(assignment.drop { $0 != "=" }.dropFirst()) }

    /// Whether the word is a group of short options that includes this letter.
    static func isOption(_ word: String, with letter: Character) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.contains(letter)
    }

    /// Whether the command only displays its arguments.
    static func isShown(_ words: [String]) -> Bool {
        words.first.map { Programs.displayPrograms.contains(Programs.baseName($0)) } == true
    }

    static func hasFile(_ word: String) -> Bool {
        word.unicodeScalars.contains { FileCode($0) != nil }
    }

    /// Whether the word is one selected file.
    static func isPath(_ word: String) -> Bool {
        guard let code = word.unicodeScalars.first.flatMap({ FileCode($0) }) else { return false }
        return word.unicodeScalars.count == 1 && (code.isPath || code.isURI)
    }

    /// Whether a pattern has no fixed beginning: `*`, `-*`, `{,}*`.
    static func mayBeAnything(_ word: String) -> Bool {
        let outside = Expansions(word).outside
        let head = outside.prefix { !"*?[=".unicodeScalars.contains($0) }
        guard let end = outside.dropFirst(head.count).first, end != "=" else { return false }
        return head.allSatisfy(Expansions.isMark) || "-{".unicodeScalars.contains(head.first ?? "-")
    }

    /// Whether the word consists of a file code or of one expansion.
    static func isAlone(_ word: String) -> Bool {
        Expansions(word).outside.count == 1 && (hasFile(word) || Expansions(word).isAlone)
    }

    /// Whether the word has only plain characters; a path within a selected folder may contain spaces.
    static func isPlain(_ word: String) -> Bool {
        let scalars = Expansions(word).outside
        let first = scalars.first ?? " "
        let isPath =
            (FileCode(first) != nil || Expansions.isMark(first)) && scalars.dropFirst().first == "/"
        return scalars.allSatisfy { isPlain($0) || isPath && $0 == " " }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 127 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "_./=:,+@~%'-*?".unicodeScalars.contains(scalar)
    }
}
