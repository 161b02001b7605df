// SPDX-License-Identifier: Apache-2.0

extension FilePlaces {
    /// Checks a program with its arguments, including programs that it starts in turn.
    mutating func checkProgram(_ written: [String], _ start: Int, isPiped: Bool) throws(Omission) {
        var words = try Self.withNames(written)
        try checkIsKnown(words, start)
        var program = start
        var isFilled = false
        while Programs.wrappers.contains(Programs.baseName(words[program])) {
            if Programs.baseName(words[program]) == "xargs", !isFilled {
                isFilled = true
                words += [FileCode.name.text, FileCode.name.text]
            }
            guard let next = try nested(words, behind: program) else { throw .namesAsScript }
            program = next
        }
        let name = Programs.baseName(words[program])
        // Every program that is started can read the variable, and run its text.
        let assigned = words[..<program].filter(carries).compactMap(Self.assigned)
        let isPrefix = ["wine", "wine64"].contains(name) && assigned == ["WINEPREFIX"]
        guard assigned.isEmpty || isPrefix else { throw .namesAsScript }
        guard !Programs.showers.contains(name) else { return }
        let isReader = Programs.readers.contains(name) || isInterpreter(words[program])
        let isTaker = Programs.isTaker(words[program]) || Interpreter(words[program]) != nil
        guard !isPiped || isFilled || isReader, !isFilled || !isTaker else { throw .namesAsScript }
        // xargs gives its programs no input.
        try checkStarted(words, program, isPiped: isPiped && !isFilled)
        refusePatterns(words[program...])
        for index in words.indices.dropFirst(program + 1) {
            // A pattern expands to names; an interpreter's script only looks like a pattern.
            guard carries(words[index]) else {
                let isPattern = Self.hasPattern(words[index]) || isMade(words[index])
                guard
                    !isPattern || words[..<index].contains(where: isInterpreter)
                        || !isCommand(words[index], behind: words[index - 1], of: words[program])
                else { throw .namesAsScript }
                continue
            }
            try checkWord(words, index, program)
            refuse(words[index], isAssigned: index == 0)
        }
    }

    /// Whether the word contains output of commands, which may be any text.
    private func isMade(_ word: String) -> Bool {
        Expansions(word).contents.contains { content in
            let name = Expansions.variable(content)
            let isRead = commands.contains {
                ["for", "select", "read"].contains(Self.program($0) ?? "") && $0.contains(name)
            }
            let values = commands.joined().filter { Self.assigned($0) == name }
            return isRead
                || ([content] + values.flatMap { Expansions($0).contents }).contains {
                    Expansions.commands($0) != nil
                }
        }
    }

    func isInterpreter(_ word: String) -> Bool {
        Programs.isShell(word) || Interpreter(word) != nil
    }

    /// Checks programs among the arguments of another program; they may be in any position.
    private mutating func checkStarted(_ words: [String], _ program: Int, isPiped: Bool) throws(Omission) {
        // The argument after a shell's script is only its `$0`.
        let script = Self.scriptIndex(words)
        for index in words.indices.dropFirst(program) where script == nil || index != script.map({ $0 + 1 }) {
            let name = Programs.baseName(words[index])
            guard !isRunner(words, index, program), !isScript(words, index, program) else {
                throw .namesAsScript
            }
            if index > program, ["-exec", "-execdir", "-ok", "-okdir"].contains(words[index - 1]) {
                try checkIsKnown(words, index)
            }
            if Programs.isShell(words[index]) {
                try checkShell(words, index, isPiped: isPiped)
            } else if let interpreter = Interpreter(words[index]) {
                try check(words, index, interpreter, isPiped: isPiped)
            } else if index > program, Programs.wrappers.contains(name) {
                _ = try nested(words, behind: index)
            }
        }
    }

    private func isRunner(_ words: [String], _ index: Int, _ program: Int) -> Bool {
        let name = Programs.baseName(words[index])
        // rsync's option for its remote shell: `rsync -avze ssh %F host:`.
        let isRemoteShell = name == "ssh" && Programs.baseName(words[program]) == "rsync"
        // A word of two letters may mean something else.
        let isPlace = name.count > 2 || index == program || Programs.isTaker(words[program])
        return Programs.runners.contains(name) && isPlace && !isRemoteShell
    }

    /// Whether the word is a script for a program that is not known to interpret any.
    private func isScript(_ words: [String], _ index: Int, _ program: Int) -> Bool {
        index > program && words[index].contains { "$`;|&(".contains($0) }
            && Programs.isForCommand(words[index - 1], of: words[program])
            && !words[..<index].contains(where: isInterpreter)
    }

    /// The index of the program that a wrapper starts: the first word that cannot be an option's value.
    private func nested(_ words: [String], behind wrapper: Int) throws(Omission) -> Int? {
        for index in words.indices.dropFirst(wrapper + 1) where Self.assigned(words[index]) == nil {
            let word = words[index]
            guard !carries(word), !word.contains(" ") else { throw .namesAsScript }
            let isWord = word.first.map { $0.isLetter || "/~.\u{F00F0}\u{F00F2}".contains($0) } == true
            guard isWord, !Programs.mayHaveValue(words[index - 1], of: words[wrapper]) else { continue }
            try checkIsKnown(words, index)
            return index
        }
        return nil
    }

    /// Substitutes a file for the marks that find and xargs replace by names.
    private static func withNames(_ words: [String]) throws(Omission) -> [String] {
        let isXargs = words.contains { Programs.baseName($0) == "xargs" }
        guard isXargs || words.contains(where: { Programs.baseName($0) == "find" }) else { return words }
        // A custom mark might occur in any word.
        let marks = words.filter {
            $0.hasPrefix("-i") || $0.hasPrefix("--replace") || isOption($0, with: "I")
        }
        let isWritten = words.contains { $0.hasPrefix("-fprint") || $0 == "-fls" }
        guard !isWritten, !isXargs || marks.allSatisfy(["-i", "-I{}"].contains) else { throw .namesAsScript }
        return words.map { $0 == "-I{}" ? $0 : $0.replacing("{}", with: FileCode.path.text) }
    }

    private mutating func checkWord(_ words: [String], _ index: Int, _ program: Int) throws(Omission) {
        let (word, before) = (words[index], words[index - 1])
        if Programs.baseName(words[program]) == "konsole", before == "-e" {
            // Konsole splits the text itself, without a shell.
            var inner = FilePlaces([word.split(separator: " ").map(String.init)], holders: holders)
            try inner.check()
            return refused.formUnion(inner.refused.union(.blanks))
        }
        let isTitle =
            Self.titleOptions.contains(before) || Self.titleOptions.contains { word.hasPrefix($0 + "=") }
        let mayBeOpen = Programs.mayBeOpened(words[program]) && index > program + 1 && !isReadable(before)
        // Terminals run a word that is a separate argument.
        let mayBeStarted =
            Programs.isTerminal(words[program]) && !isTitle && isPart(word)
            && !(before.hasPrefix("--") && before.count > 2)
            && !words[..<(index - 1)].contains { ["-e", "-x", "--"].contains($0) }
        guard !mayBeOpen, !mayBeStarted,
            !isCommand(word, behind: before, of: words[program]),
            isTitle || Programs.baseName(words[program]) != "yad" && isWhole(word)
        else { throw .namesAsScript }
    }

    private func isWhole(_ word: String) -> Bool {
        Self.assigned(word) != nil || Self.isAlone(word) || Self.isPlain(word)
    }

    private func isPart(_ word: String) -> Bool {
        Expansions(word).outside.first.map { FileCode($0)?.isPart == true || Expansions.isMark($0) } == true
    }

    /// Whether the word is not an option that only expansion would reveal.
    private func isReadable(_ word: String) -> Bool {
        carries(word)
            || word.unicodeScalars.first != ShellWords.looseExpansion && !word.hasPrefix("{")
                && !(word.hasPrefix("-") && word.contains { "*?[{".contains($0) })
    }

    /// Whether a program runs the word as a command: `vim +%n`, `tar --to-command=%f`, `x -e %f`.
    private func isCommand(_ word: String, behind before: String, of program: String) -> Bool {
        let head = String(
            String.UnicodeScalarView(
                word.unicodeScalars.prefix { FileCode($0) == nil && !Expansions.isMark($0) }))
        // The file's name would complete the option: `tar -%n`, `tar --to-%n`.
        let isOpen = carries(word) && (head == "-" || head.hasPrefix("--") && !head.contains("="))
        return word.hasPrefix("+") || isOpen || Programs.isForCommand(head, of: program)
            || ["runCommand", "sendText", "TerminalEmulator"].contains { before.hasSuffix($0) }
            || !word.hasPrefix("-") && before.hasPrefix("-") && !before.contains("=")
                && Programs.isForCommand(before, of: program)
    }
}
