// SPDX-License-Identifier: Apache-2.0
//
// A file's name must never become code. What a program makes of its arguments is its own affair, so a name may stand in a word
// that the shell hands on to a program, and nowhere else. That leaves out, however the words are written:
//
//     "$x" %f, $(ls %f)                  a program whose name is not to be read there
//     sh -c "x %f", sed "s/x/%f/"        a script whose text is not all to be read there
//     sh -c 'eval "$1"' _ %f             a script that runs what it is handed: its text has to follow the same rules
//     echo %f | sh -s, bash <<< %f       a script that comes from the input
//     echo %f > x; sh x                  a script that the same line writes
//     PAGER=%f less, make CC=%f          a variable of the environment; those have capitals
//     $((%f)), [[ %f -gt 1 ]]            a sum: shells run commands in `a[…]`
//
// What may hold a name is as good as the name: variables, and what commands print. Which programs take one of their words for
// a command (`ssh host rm %f`, `flock x -c %f`), only a list can tell: ScriptReader.

/// Where the files' names get to in the commands of a line.
struct FilePlaces {
    let commands: [[String]]
    /// The variables that may hold a name; the shell's parameters do.
    private(set) var holders: Set<String>
    let hasInput: Bool

    /// After these the shell's parameters are others, or may be: here they are the files.
    private static let parameterChangers: Set<String> = ["set", "shift", "source", ".", "function"]
    /// Show their words to the person.
    static let showers: Set<String> = ["kdialog", "zenity", "notify-send", "xmessage", "echo", "printf"]
    private static let titleOptions: Set<String> = ["-t", "-T", "--title", "--text"]
    /// May stand before a program.
    static let reserved: Set<String> = [
        "|", "!", "{", "if", "then", "else", "elif", "while", "until", "do", "time", "exec", "command",
        "builtin",
    ]
    /// Stand in a program's place, and run none.
    private static let keywords: Set<String> = [
        "for", "select", "case", "<", ">", "<<<", "[", "[[", "test", ":",
    ]
    /// Read their words as names of variables, or calculate with them.
    private static let calculators: Set<String> = [
        "let", "unset", "read", "getopts", "declare", "typeset", "local", "export", "readonly",
    ]
    private static let writers: Set<String> = [">", "tee", "cp", "mv", "ln", "dd", "install", "sponge"]
    private static let comparisons: Set<String> = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"]
    /// Variables in capitals that no program takes for a command.
    private static let harmless: Set<String> = [
        "WINEPREFIX", "BASE", "DEST", "DIR", "FILE", "FILES", "IN", "INPUT", "NAME", "OUT", "OUTPUT", "SRC",
        "TARGET",
    ]

    /// - Parameter commands: The words of each, with files as placeholders and quotation marks undone.
    static func check(_ commands: [[String]]) throws(Omission) {
        guard commands.contains(where: { $0.contains(where: hasFile) }) else { return }
        let programs = commands.map { ScriptReader.baseName($0.dropFirst(programIndex($0)).first ?? "") }
        guard !programs.contains(where: parameterChangers.contains) else { throw .changesParameters }
        try FilePlaces(commands).check()
    }

    init(_ commands: [[String]], holders: Set<String> = [], hasInput: Bool = false) {
        self.commands = commands
        self.holders = holders
        self.hasInput = hasInput || commands.contains { ["|", "<", "<<<"].contains($0.first) }
        var count = -1
        while count < self.holders.count {
            count = self.holders.count
            for words in commands { self.holders.formUnion(filled(words)) }
        }
    }

    /// The variables that a command may put a name into.
    private func filled(_ words: [String]) -> [String] {
        let assigned = words.compactMap { carries($0) ? Self.assigned($0) : nil }
        let start = Self.programIndex(words)
        switch words.dropFirst(start).first {
        case "read": return assigned + words.dropFirst(start + 1)
        case "for", "select":
            let list = words.dropFirst(start + 2)
            let isFilled = list.isEmpty || list.contains { carries($0) || $0.contains { "*?[".contains($0) } }
            return assigned + (isFilled ? words.dropFirst(start + 1).prefix(1) : [])
        default: return assigned
        }
    }

    func check() throws(Omission) {
        for words in commands {
            let start = Self.programIndex(words)
            guard start < words.count else {
                for word in words { try checkAssignment(word) }
                continue
            }
            let program = ScriptReader.baseName(words[start])
            guard program != "<<", program != "((", !isSum(words, program),
                !words.indices.contains(where: { Self.isJoiner(words, $0) })
            else { throw .namesAsScript }
            if !Self.keywords.contains(words[start]) { try checkProgram(words, start) }
            for index in words.indices {
                try checkAssignment(words[index])
                // An empty variable makes way for the word behind it.
                let isOpen = Self.isAlone(words[index]) && isCommand(words, index)
                if isOpen || carries(words[index]) { try check(words, index, program) }
            }
            try checkReaders(words)
        }
    }

    /// The few variables in capitals that may hold a name: programs may take others for commands.
    private func checkAssignment(_ word: String) throws(Omission) {
        guard let name = Self.assigned(word), carries(word) else { return }
        guard name.contains(where: \.isLowercase) || Self.harmless.contains(name) else {
            throw .namesAsScript
        }
    }

    /// The program's name is to be read in its place, also where another program starts it.
    private func checkProgram(_ words: [String], _ start: Int) throws(Omission) {
        let found = words.indices.filter {
            $0 > start && ["-exec", "-execdir", "-ok", "-okdir"].contains(words[$0 - 1])
        }
        guard ([start] + found).allSatisfy({ isKnown(words[$0]) }) else { throw .namesAsScript }
        guard ScriptReader.isWrapper(words[start]) else { return try checkIsNotWritten(words[start]) }
        var wrapper = words[start]
        for index in words.indices.dropFirst(start + 1) {
            let word = words[index]
            if word.hasPrefix("-") || Self.assigned(word) != nil || Double(word) != nil { continue }
            // xargs puts what it reads in the place of a mark.
            let isMark = words[start..<index].contains { $0 == word || $0 == "-I" + word }
            guard isKnown(word), !isMark else { throw .namesAsScript }
            let before = words[index - 1]
            let mayBeValue =
                before.hasPrefix("--") && !before.contains("=")
                || before.hasPrefix("-") && before.count == 2
                    && !ScriptReader.isFlag(before, of: wrapper)
            if ScriptReader.isWrapper(word) { wrapper = word }
            if !mayBeValue, !ScriptReader.isWrapper(word) { return try checkIsNotWritten(word) }
        }
        guard !hasInput || ScriptReader.baseName(words[start]) == "xargs" && !words.contains("env") else {
            throw .namesAsScript
        }
    }

    /// Whether a path is of a file, or its last part is to be read there.
    func isKnown(_ path: String) -> Bool {
        if let code = path.unicodeScalars.first.flatMap({ FileCode($0) }), path.unicodeScalars.count == 1 {
            return code.isPath || code.isURI
        }
        let expansions = Expansions(path)
        if expansions.isAlone, let content = expansions.contents.last {
            let values = commands.joined().filter { Self.assigned($0) == content }.map { Self.value($0) }
            // Variables may be each other's values.
            return !holders.contains(content) && !values.isEmpty
                && values.allSatisfy { !Expansions($0).isAlone && isKnown($0) && !ScriptReader.isOne($0) }
        }
        let name = ScriptReader.baseName(String(expansions.outside))
        return name.contains { $0.isLetter || $0.isNumber || $0 == "}" }
            && !name.unicodeScalars.contains {
                FileCode($0) != nil || "*?[{\u{F00F0}".unicodeScalars.contains($0)
            }
    }

    /// A program that is run by its path is nothing that the same line writes.
    func checkIsNotWritten(_ path: String, isScript: Bool = false) throws(Omission) {
        guard isScript || path.contains("/") else { return }
        let name = ScriptReader.baseName(path)
        for words in commands {
            guard let writer = words.firstIndex(where: { Self.writers.contains(ScriptReader.baseName($0)) })
            else { continue }
            for word in words[(writer + 1)...] {
                let isOpen = words[writer] == ">" && word.unicodeScalars.contains(ShellWords.expansion)
                guard !isOpen, word.split(whereSeparator: { "/=".contains($0) }).last.map(String.init) != name
                else {
                    throw .namesAsScript
                }
            }
        }
    }

    private func isSum(_ words: [String], _ program: String) -> Bool {
        for content in words.flatMap({ Expansions($0).contents }) {
            if let sum = Expansions.sum(content), isInSum(String(sum)) { return true }
            // `${x@P}` runs commands.
            if isHolder(content), content.dropFirst().contains("@") { return true }
        }
        switch program {
        case "[", "[[", "test":
            let signs = program == "[[" ? Self.comparisons : ["-v"]
            return words.contains(where: signs.contains) && words.contains(where: isInSum)
        case "let": return words.contains(where: isInSum)
        case "printf": return words.contains("-v") && words.contains(where: carries)
        default:
            let isMarked = words.contains { $0.hasPrefix("-") }
            return Self.calculators.contains(program)
                && words.contains { carries($0) && (isMarked || Self.assigned($0) == nil) }
        }
    }

    /// Whether a text has a name in it, or the name of a variable that holds one.
    private func isInSum(_ text: String) -> Bool {
        carries(text)
            || text.split { $0 != "_" && !$0.isLetter && !$0.isNumber }.contains {
                holders.contains(String($0))
            }
    }

    private func check(_ words: [String], _ index: Int, _ program: String) throws(Omission) {
        let word = words[index]
        let before = index > 0 ? words[index - 1] : ""
        if program == "konsole", before == "-e" {
            // Konsole takes the text apart by itself, and runs no shell.
            return try FilePlaces([word.split(separator: " ").map(String.init)], holders: holders).check()
        }
        let isText =
            Self.showers.contains(program) || Self.titleOptions.contains(before)
            || Self.titleOptions.contains { word.hasPrefix($0 + "=") }
            || Self.keywords.contains(program) || Self.assigned(word) != nil
        guard !Expansions(word).contents.contains(where: Self.hasFile), !isCommand(words, index),
            isText || word.contains(Self.mark) || Self.isAlone(word) || Self.isPlain(word)
        else { throw .namesAsScript }
    }

    /// Whether a program runs the word as a command: `flock x -c %f`, `vim +%n`, `tar --to-command=%f`.
    private func isCommand(_ words: [String], _ index: Int) -> Bool {
        let option = words[index].hasPrefix("-") ? words[index] : words[..<index].last ?? ""
        let letters = words[..<index].map { word in
            let isOpen = word.unicodeScalars.contains { "*?[\u{F00F0}".unicodeScalars.contains($0) }
            let mayBeShell = isOpen && !word.hasPrefix("-") && !Self.keywords.contains(word) && !isKnown(word)
            return ScriptReader.commandOptions(word) + (mayBeShell ? "cex" : "")
        }.joined()
        return words[index].hasPrefix("+") || ScriptReader.isForCommand(option)
            || letters.contains { Self.isOption(option.filter(\.isASCII), with: $0) }
    }

    /// Whether a name stands in it, or what may hold one.
    func carries(_ word: String) -> Bool {
        Self.hasFile(word) || word.contains(Self.mark) || Expansions(word).contents.contains(where: isHolder)
    }

    private func isHolder(_ content: String) -> Bool {
        if let range = Expansions.commands(content) {
            return commands[range].joined().contains(where: carries)
        }
        let name = Expansions.variable(content)
        return holders.contains(name) || name == "@" || name == "*" || name.first?.isNumber == true
    }
}

extension Omission {
    static let namesAsScript = Omission(
        "It would make the files' names part of a script, where a name could be run as a command.")
    static let changesParameters = Omission(
        "Its command is a script with functions or parameters of its own, where the files would be lost.")
}
