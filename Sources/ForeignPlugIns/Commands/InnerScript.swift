// SPDX-License-Identifier: Apache-2.0
//
// `sh -c "convert '%f' out.png"`: the foreign program puts the file's path into the script, and a name such as
// `$(reboot).png` is run. Here the script gets a parameter in the path's place, and the path as an argument. For names
// of letters and digits both are the same; for all others this one does what the author meant.

/// Scripts that a command hands to a shell as an argument.
enum InnerScript {
    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "busybox"]

    /// The words, with no file in the text of a script.
    static func withoutNames(
        _ words: [CommandWord], _ handing: PlugInCommand.Handing
    ) throws(Omission) -> [CommandWord] {
        guard let index = scriptIndex(words), !words[index].codes.isEmpty else { return words }
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
            .code(handing == .together ? (isURI ? .uris : .paths) : (isURI ? .uri : .path), isQuoted: false))
        return changed + [file]
    }

    private static func scriptIndex(_ words: [CommandWord]) -> Int? {
        for index in words.indices.dropFirst(2) {
            guard isScriptOption(words[index - 1].text) else { continue }
            let program = words[..<(index - 1)].last { $0.text?.hasPrefix("-") != true }?.text ?? ""
            if isShell(program) { return index }
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

    /// Refuses a line that quotes a file into a script of another shell.
    static func refuse(in text: ShellText) throws(Omission) {
        var before = ""
        for part in text.parts {
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
                before += "x"
            }
        }
    }
}
