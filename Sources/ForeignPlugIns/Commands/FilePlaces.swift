// SPDX-License-Identifier: Apache-2.0
//
// A file's name must never become text of a script, and what a program makes of its arguments is its own affair. A name gets
// into a script by three ways:
//
//     sh -c "x %f", sed "s/x/%f/"        the script's text has the name, or what a command with it has printed or found
//     flock x -c %f, ssh host rm %f      a program takes a command as an argument
//     echo %f | sh -s, bash <<< %f       a shell reads the script from its input
//
// So a file may stand in few places: as a word of its own, inside a word of plain text (`--out=%f.png`), and in a sentence for
// programs that only show it. A program that reads scripts takes one from a path, or gets files as words alone; beside a pipe
// or redirected input it needs a script of its own. Wrappers (`sudo sh`, `env -i bash`) change nothing: a program counts
// wherever its name stands.

/// Where a file may stand in a command.
enum FilePlaces {
    private static let shells: Set<String> = [
        "sh", "bash", "rbash", "dash", "zsh", "ksh", "mksh", "ash", "yash", "posh",
    ]
    private static let interpreters: Set<String> = [
        "perl", "python", "ruby", "php", "node", "lua", "awk", "gawk", "mawk", "sed", "tclsh", "gjs", "fish",
        "csh", "tcsh",
    ]
    /// Make one command of their words, or read commands from their input.
    private static let joiners: Set<String> = [
        "eval", "trap", "ssh", "su", "runuser", "sg", "watch", "tmux", "at", "batch",
    ]
    /// Run the text after an option such as `-c`, `-e` or `--command`, as terminals do.
    private static let runners: Set<String> = [
        "script", "flock", "rxvt", "urxvt", "alacritty", "kitty", "foot", "tilix", "st", "sakura", "guake",
        "tilda", "kgx", "ptyxis", "ghostty",
    ]
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
        let hasInput = commands.contains { ["|", "<", "<<<"].contains($0.first) }
        for words in commands {
            let start = words.firstIndex { !reserved.contains($0) && !isAssignment($0) } ?? words.endIndex
            let program = words[start...].first.map(baseName) ?? ""
            guard !parameterChangers.contains(program) else { throw .changesParameters }
            guard program != "<<", !words.indices.contains(where: { isJoiner(words, $0) }) else {
                throw .namesAsScript
            }
            if let reader = words.firstIndex(where: isReader) {
                guard !hasInput || hasScript(words, reader) else { throw .namesAsScript }
                try checkArguments(words, of: reader)
            }
            for index in words.indices where hasName(words[index]) || hasVariable(words[index]) {
                try check(words, index, program)
            }
        }
    }

    private static func isJoiner(_ words: [String], _ index: Int) -> Bool {
        joiners.contains(baseName(words[index])) && !isRemoteShell(words, index)
    }

    /// Whether the word is the remote shell that rsync is to use: `rsync -avze ssh %F host:`.
    private static func isRemoteShell(_ words: [String], _ index: Int) -> Bool {
        let before = words[..<index]
        guard let option = before.last, before.contains(where: { baseName($0) == "rsync" }),
            !before.contains(where: isRunner)
        else { return false }
        return option == "--rsh" || !option.hasPrefix("--") && option.hasPrefix("-") && option.hasSuffix("e")
    }

    /// A program that reads scripts takes one from a path, or no file but in a word of its own behind no option.
    private static func checkArguments(_ words: [String], of reader: Int) throws(Omission) {
        let script = scriptIndex(words)
        if let script, words[script].unicodeScalars.contains(ShellWords.variable) { throw .namesAsScript }
        let first = words.dropFirst(reader + 1).first ?? ""
        guard first.hasPrefix("-") || hasName(first) else { return }
        for index in words.indices.dropFirst(reader + 1) where hasName(words[index]) {
            let before = words[index - 1]
            guard isAlone(words[index]), !before.hasPrefix("-") || ["-", "--"].contains(before),
                index != script
            else {
                throw .namesAsScript
            }
        }
    }

    /// Whether a program that reads scripts has one among its words, and nothing of its input becomes part of that.
    private static func hasScript(_ words: [String], _ reader: Int) -> Bool {
        let operand = operandIndex(words, reader)
        guard operand < words.count else { return false }
        let readsInput = words[reader..<operand].contains { isOption($0, with: "s") }
        // xargs puts what it reads in the place of a mark.
        let isFilled = words[..<reader].contains { word in
            ["-I", "-i", "--replace"].contains { word.hasPrefix($0) }
        }
        return !readsInput && !isFilled && !["/dev/", "/proc/"].contains { words[operand].hasPrefix($0) }
    }

    private static func check(_ words: [String], _ index: Int, _ program: String) throws(Omission) {
        let word = words[index]
        let before = index > 0 ? words[index - 1] : ""
        if program == "konsole", before == "-e" {
            // Konsole takes the text apart by itself, and runs no shell.
            try check([word.split(separator: " ").map(String.init)])
        } else if isCommand(words, index) {
            throw .namesAsScript
        } else if hasFile(word), !isAlone(word), !isPlain(word), !showers.contains(program),
            !titleOptions.contains(before)
        {
            throw .namesAsScript
        }
    }

    /// Whether a program runs the word as a command: `flock x -c %f`, `xterm -e %f`.
    private static func isCommand(_ words: [String], _ index: Int) -> Bool {
        let option = words[index].hasPrefix("-") ? words[index] : words[..<index].last ?? ""
        return words[..<index].contains(where: isRunner)
            && (option.hasPrefix("--command") || option.hasPrefix("--execute")
                || ["c", "e", "x"].contains { isOption(option.filter(\.isASCII), with: $0) })
    }

    /// Which word is the script of a shell: `sh -c '…'`.
    static func scriptIndex(_ words: [String]) -> Int? {
        guard let shell = words.firstIndex(where: { shells.contains(baseName($0)) }) else { return nil }
        let operand = operandIndex(words, shell)
        let isScript = words[shell..<operand].contains { isOption($0, with: "c") }
        return isScript && operand < words.count ? operand : nil
    }

    /// The first word after the options of a program that reads scripts.
    private static func operandIndex(_ words: [String], _ reader: Int) -> Int {
        let takesNames = shells.contains(baseName(words[reader]))
        var index = reader + 1
        while index < words.count, let sign = words[index].first, sign == "-" || sign == "+" {
            index += takesNames && "oO".contains(words[index].last ?? "-") ? 2 : 1
        }
        return min(index, words.count)
    }

    /// Whether the word is one hyphen and a few letters, with this one among them.
    private static func isOption(_ word: String, with letter: Character) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.count < 6 && word.contains(letter)
    }

    private static func isAlone(_ word: String) -> Bool {
        word == mark || hasName(word) && word.unicodeScalars.count == 1
    }

    private static func isReader(_ word: String) -> Bool {
        let name = baseName(word)
        return shells.contains(name) || interpreters.contains(name.filter { $0.isLetter })
    }

    private static func isRunner(_ word: String) -> Bool {
        let name = baseName(word)
        return runners.contains(name) || name.contains("term") || name == "konsole"
    }

    private static func isAssignment(_ word: String) -> Bool {
        let name = word.prefix { $0 != "=" }
        return name.count < word.count && name.first?.isNumber == false
            && name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func baseName(_ word: String) -> String {
        String(word.split(separator: "/").last ?? "")
    }

    /// Whether the command only shows its words to the person.
    static func isShown(_ words: [String]) -> Bool { words.first.map(baseName).map(showers.contains) == true }

    static func hasFile(_ word: String) -> Bool {
        word.unicodeScalars.contains { FileCode($0) != nil }
    }

    /// The place of a file that find and xargs have found.
    private static let mark = "{}"

    /// Whether a file stands in it, or what a command with a file has printed or found.
    static func hasName(_ word: String) -> Bool {
        hasFile(word) || word.unicodeScalars.contains(ShellWords.output) || word.contains(mark)
    }

    /// Whether it is text with a variable in it, which may be a file's name.
    private static func hasVariable(_ word: String) -> Bool {
        word.unicodeScalars.count > 1 && word.unicodeScalars.contains(ShellWords.variable)
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
