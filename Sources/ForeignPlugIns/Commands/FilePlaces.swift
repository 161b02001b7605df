// SPDX-License-Identifier: Apache-2.0
//
// A file's name must never become text of a script, and what a program makes of its arguments is its own affair. So a
// file may stand in few places: as a word of its own, inside a word of plain text (`--out=%f.png`), and in a sentence for
// programs that only show it. A program that reads scripts takes one from a path, or gets files as words alone.

/// Where a file may stand in a command.
enum FilePlaces {
    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash"]
    private static let interpreters: Set<String> = [
        "perl", "python", "ruby", "php", "node", "lua", "awk", "gawk", "mawk", "sed", "tclsh", "gjs", "fish",
        "csh", "tcsh",
    ]
    /// Make one command of their words.
    private static let joiners: Set<String> = ["eval", "trap", "ssh", "su", "watch"]
    /// After these the shell's parameters are others, or may be: here they are the files.
    private static let parameterChangers: Set<String> = ["set", "shift", "source", ".", "function"]
    private static let showers: Set<String> = ["kdialog", "zenity", "notify-send", "xmessage"]
    private static let titleOptions: Set<String> = ["-t", "-T", "--title"]
    /// May stand before a program.
    private static let reserved: Set<String> = [
        "|", "!", "{", "if", "then", "else", "elif", "while", "until", "do", "time", "exec", "command",
        "builtin",
    ]

    /// - Parameter commands: The words of each, with files as placeholders and quotation marks undone.
    static func check(_ commands: [[String]]) throws(Omission) {
        guard commands.contains(where: { $0.contains(where: hasFile) }) else { return }
        for words in commands {
            let start = words.firstIndex { !reserved.contains($0) && !isAssignment($0) } ?? words.endIndex
            let program = words[start...].first.map(baseName) ?? ""
            guard !parameterChangers.contains(program) else { throw .changesParameters }
            let readsInput = words.first == "|" && shells.contains(program) && words.count - start == 1
            guard !readsInput, program != "<<", !words.contains(where: { joiners.contains(baseName($0)) })
            else {
                throw .namesAsScript
            }
            if let reader = words.firstIndex(where: isReader) { try checkArguments(words, of: reader) }
            for index in words.indices where hasFile(words[index]) { try check(words, index, program) }
        }
    }

    /// A program that reads scripts takes one from a path, or no file but in a word of its own behind no option.
    private static func checkArguments(_ words: [String], of reader: Int) throws(Omission) {
        let first = words.dropFirst(reader + 1).first ?? ""
        guard first.hasPrefix("-") || hasFile(first) else { return }
        let script = scriptIndex(words)
        for index in words.indices.dropFirst(reader + 1) where hasFile(words[index]) {
            let before = words[index - 1]
            guard isAlone(words[index]), !before.hasPrefix("-") || ["-", "--"].contains(before),
                index != script
            else {
                throw .namesAsScript
            }
        }
    }

    private static func check(_ words: [String], _ index: Int, _ program: String) throws(Omission) {
        let word = words[index]
        let before = index > 0 ? words[index - 1] : ""
        if program == "konsole", before == "-e" {
            // Konsole takes the text apart by itself, and runs no shell.
            try check([word.split(separator: " ").map(String.init)])
        } else if isAlone(word) || isPlain(word) {
            guard before != "-e" || ["echo", "grep"].contains(program) else { throw .namesAsScript }
        } else if !showers.contains(program), !titleOptions.contains(before) {
            throw .namesAsScript
        }
    }

    /// Which word is the script of a shell: `sh -c '…'`.
    static func scriptIndex(_ words: [String]) -> Int? {
        guard let shell = words.firstIndex(where: { shells.contains(baseName($0)) }) else { return nil }
        var isScript = false
        var index = shell + 1
        while index < words.count, let sign = words[index].first, sign == "-" || sign == "+" {
            let option = words[index]
            isScript = isScript || !option.hasPrefix("--") && sign == "-" && option.contains("c")
            index += "oO".contains(option.last ?? "-") ? 2 : 1
        }
        return isScript && index < words.count ? index : nil
    }

    private static func isAlone(_ word: String) -> Bool { hasFile(word) && word.unicodeScalars.count == 1 }

    private static func isReader(_ word: String) -> Bool {
        let name = baseName(word)
        return shells.contains(name) || interpreters.contains(name.filter { $0.isLetter })
    }

    private static func isAssignment(_ word: String) -> Bool {
        let name = word.prefix { $0 != "=" }
        return name.count < word.count && name.first?.isNumber == false
            && name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func baseName(_ word: String) -> String {
        String(word.split(separator: "/").last ?? "")
    }

    private static func hasFile(_ word: String) -> Bool {
        word.unicodeScalars.contains { FileCode($0) != nil }
    }

    /// A path in a folder that is handed over may have blanks.
    private static func isPlain(_ word: String) -> Bool {
        let isPath =
            FileCode(word.unicodeScalars.first ?? " ") != nil && word.unicodeScalars.dropFirst().first == "/"
        return word.unicodeScalars.allSatisfy { isPlain($0) || isPath && $0 == " " }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 127 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "_./=:,+@~%$'-".unicodeScalars.contains(scalar)
    }
}

extension Omission {
    static let namesAsScript = Omission(
        "It would make the files' names part of a script, where a name could be run as a command.")
    static let changesParameters = Omission(
        "Its command is a script with functions or parameters of its own, where the files would be lost.")
}
