// SPDX-License-Identifier: Apache-2.0
//
// `sh -c "convert '%f' out.png"`: the foreign program puts the file's path into the script, and a name such as
// `$(reboot).png` is run. Here the script gets a parameter in the path's place, and the path as an argument. For names
// of letters and digits both are the same; for all others this one does what the author meant.

/// Scripts that a command hands to a shell as an argument.
enum InnerScript {
    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "busybox"]
    /// After which other programs (su, terminals, interpreters) take a command or a program as one text.
    private static let commandOptions: Set<String> = ["-c", "-e", "--command", "eval"]

    /// Konsole takes such a text apart by itself, and runs no shell.
    private static func takesCommand(_ program: String, _ option: String) -> Bool {
        commandOptions.contains(option) && program.split(separator: "/").last != "konsole"
    }

    /// The words, with no file in the text of a script.
    static func withoutNames(
        _ words: [CommandWord], _ handing: PlugInCommand.Handing
    ) throws(Omission) -> [CommandWord] {
        let script = scriptIndex(words)
        for index in words.indices.dropFirst() where index != script && isCommandText(words, index) {
            throw .namesAsScript
        }
        guard let index = script, !words[index].codes.isEmpty else { return words }
        // Parameters that it has already would have to be counted past.
        guard index == words.count - 1 else { throw .namesAsScript }
        let text = try ShellText(coded: words[index].coded)
        let line = try ShellLine(text, handing)
        var changed = Array(words[..<index])
        changed.append(CommandWord(line.exec[2].replacing("%%", with: "%")))
        changed.append(CommandWord("sh"))
        var file = CommandWord()
        let isURI = text.codes.contains { $0.isURI }
        file.append(
            .code(handing.isTogether ? (isURI ? .uris : .paths) : (isURI ? .uri : .path), isQuoted: false))
        return changed + [file]
    }

    /// Whether a word is a command with a file in it, for a program that is no shell.
    private static func isCommandText(_ words: [CommandWord], _ index: Int) -> Bool {
        let texts = words[index].pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard !words[index].codes.isEmpty, texts.contains(where: { $0.contains(" ") }) else { return false }
        return takesCommand(program(before: index - 1, in: words), words[index - 1].text ?? "")
            || texts[0].hasPrefix("--command=")
    }

    private static func program(before index: Int, in words: [CommandWord]) -> String {
        words[..<index].last { $0.text?.hasPrefix("-") != true }?.text ?? ""
    }

    private static func scriptIndex(_ words: [CommandWord]) -> Int? {
        for index in words.indices.dropFirst(2) {
            guard isScriptOption(words[index - 1].text) else { continue }
            if isShell(program(before: index - 1, in: words)) { return index }
        }
        return nil
    }

    static func isScriptOption(_ word: String?) -> Bool {
        guard let word, word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1,
            word.utf8.last == UInt8(ascii: "c")
        else { return false }
        return word.utf8.dropFirst().allSatisfy { $0 != UInt8(ascii: "-") }
    }

    static func isShell(_ program: String) -> Bool {
        shells.contains(String(program.split(separator: "/").last ?? ""))
    }

    /// Refuses a line that quotes a file into a script of another shell, or into a command for another program.
    static func refuse(in text: ShellText) throws(Omission) {
        var before = ""
        for (index, part) in text.parts.enumerated() {
            switch part {
            case .text(let literal): before += literal
            case .code(_, .none), .code(_, .dollar): before += "x"
            case .code(_, let quoting):
                let mark: Character = quoting == .single ? "'" : "\""
                let opened = before.lastIndex(of: mark).map { before[..<$0] } ?? ""
                let words = opened.split(separator: " ")
                let program = words.dropLast().last { !$0.hasPrefix("-") } ?? ""
                if isScriptOption(words.last.map(String.init)), isShell(String(program)) {
                    throw .namesAsScript
                }
                var isAlone = before.last == mark
                if index + 1 < text.parts.count, case .text(let after) = text.parts[index + 1] {
                    isAlone = isAlone && after.first == mark
                }
                if !isAlone, takesCommand(String(program), words.last.map(String.init) ?? "") {
                    throw .namesAsScript
                }
                before += "x"
            }
        }
    }
}
