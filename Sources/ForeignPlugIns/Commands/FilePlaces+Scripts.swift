// SPDX-License-Identifier: Apache-2.0

extension FilePlaces {
    /// The word behind the script of a shell is what the script is called, as in `sh -c '…' sh %F`.
    func checkReaders(_ words: [String]) throws(Omission) {
        let name = Self.scriptIndex(words).map { $0 + 1 }
        for index in words.indices where index != name {
            if let reader = ScriptReader(words[index]) { try check(words, index, reader) }
        }
    }

    /// A program that reads scripts has its own where names come near it, and up to that no word with a name.
    private func check(_ words: [String], _ index: Int, _ reader: ScriptReader) throws(Omission) {
        switch reader {
        case .shell, .otherShell: try checkShell(words, index, isOther: reader == .otherShell)
        case .interpreter, .filter: try checkInterpreter(words, index, isFilter: reader == .filter)
        }
    }

    private func checkShell(_ words: [String], _ index: Int, isOther: Bool) throws(Omission) {
        let operand = Self.operandIndex(words, index)
        let options = words[(index + 1)..<operand]
        guard !options.contains(where: carries), !hasInput || Self.hasScript(words, index, operand) else {
            throw .namesAsScript
        }
        guard operand < words.count else { return }
        guard options.contains(where: Self.isForScript) else {
            return try checkFile(words[operand], hasOptions: !options.isEmpty)
        }
        // What find and xargs put into their words is no part of a script that they do not start.
        let isFilled = index > Self.programIndex(words)
        let script = isFilled ? words[operand] : words[operand].replacing(Self.mark, with: "")
        guard !carries(script), Expansions(script).contents.isEmpty,
            !isOther || !hasInput && !words.contains(where: carries),
            let text = try? ShellText(coded: words[operand])
        else { throw .namesAsScript }
        if !isOther { try FilePlaces(text.commands, holders: holders, hasInput: hasInput).check() }
        try checkArguments(words, behind: operand + 1)
    }

    private func checkInterpreter(_ words: [String], _ index: Int, isFilter: Bool) throws(Omission) {
        let parsed = ScriptWords(words, reader: index, isFilter: isFilter)
        let start = parsed.operands.lowerBound
        guard !parsed.values.contains(where: carries),
            !hasInput || Self.hasScript(words, index, start, parsed)
        else { throw .namesAsScript }
        for file in parsed.files { try checkFile(file, hasOptions: true) }
        guard !parsed.scripts.isEmpty else {
            guard parsed.files.isEmpty, !parsed.isModule, start < words.count else { return }
            return try checkFile(words[start], hasOptions: !parsed.letters.isEmpty)
        }
        let isHanded =
            words[..<index].contains("xargs") || words[start...].contains(where: carries)
        for script in parsed.scripts {
            guard !carries(script), Expansions(script).contents.isEmpty,
                !ScriptReader.startsPrograms(script, of: words[index]),
                !isHanded || !ScriptReader.opensNames(words[index], letters: parsed.letters)
            else { throw .namesAsScript }
        }
        try checkArguments(words, behind: start)
    }

    /// A script that is read from a path may be the file, or one that the line does not write.
    private func checkFile(_ script: String, hasOptions: Bool) throws(Omission) {
        guard Self.hasFile(script) ? Self.isAlone(script) && !hasOptions : isKnown(script) else {
            throw .namesAsScript
        }
        try checkIsNotWritten(script, isScript: true)
    }

    private func checkArguments(_ words: [String], behind start: Int) throws(Omission) {
        for place in words.indices.dropFirst(start) where carries(words[place]) {
            let before = words[place - 1]
            guard Self.isAlone(words[place]), !before.hasPrefix("-") || ["-", "--"].contains(before) else {
                throw .namesAsScript
            }
        }
    }

    /// Whether a program that reads scripts has one among its words, and nothing of its input becomes part of that.
    private static func hasScript(
        _ words: [String], _ reader: Int, _ operand: Int, _ parsed: ScriptWords? = nil
    ) -> Bool {
        let scripts = parsed.map { $0.scripts + $0.files } ?? []
        guard operand < words.count || !scripts.isEmpty || parsed?.isModule == true else { return false }
        let readsInput = parsed == nil && words[reader..<operand].contains { isOption($0, with: "s") }
        // xargs puts what it reads in the place of a mark.
        let isFilled = words[..<reader].contains { word in
            ["-I", "-i", "--replace"].contains { word.hasPrefix($0) }
        }
        let sources = scripts.isEmpty ? words.dropFirst(operand).prefix(1) : scripts[...]
        return !readsInput && !isFilled
            && !sources.contains { source in
                source == "-" || ["/dev/", "/proc/"].contains { source.hasPrefix($0) }
            }
    }

    static func isJoiner(_ words: [String], _ index: Int) -> Bool {
        ScriptReader.isJoiner(words[index]) && !isRemoteShell(words, index)
            || ScriptReader.isJoiner(words[index], after: words[..<index])
    }

    /// Whether the word is the remote shell that rsync is to use: `rsync -avze ssh %F host:`.
    private static func isRemoteShell(_ words: [String], _ index: Int) -> Bool {
        let before = words[..<index]
        guard let option = before.last,
            let rsync = before.firstIndex(where: { ScriptReader.baseName($0) == "rsync" }),
            !before[..<rsync].contains(where: { !ScriptReader.commandOptions($0).isEmpty })
        else { return false }
        return option == "--rsh" || !option.hasPrefix("--") && option.hasPrefix("-") && option.hasSuffix("e")
    }

    /// Which word is the script of a shell: `sh -c '…'`.
    static func scriptIndex(_ words: [String]) -> Int? {
        guard let shell = words.firstIndex(where: { ScriptReader($0) == .shell }) else { return nil }
        let operand = operandIndex(words, shell)
        let isScript = words[shell..<operand].contains(where: isForScript)
        return isScript && operand < words.count ? operand : nil
    }

    /// Whether a shell reads a script behind the option.
    private static func isForScript(_ option: String) -> Bool {
        option.hasPrefix("-") && !option.hasPrefix("--") && option.contains("c")
    }

    /// The first word after the options of a shell.
    private static func operandIndex(_ words: [String], _ shell: Int) -> Int {
        var index = shell + 1
        while index < words.count, let sign = words[index].first, sign == "-" || sign == "+" {
            // Their values are words of their own.
            index += "oO".contains(words[index].last ?? "-") ? 2 : 1
        }
        return min(index, words.count)
    }
}
