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
        let operand = Self.operandIndex(words, index)
        let options = words[(index + 1)..<operand]
        guard !options.contains(where: carries), !hasInput || Self.hasScript(words, index, operand) else {
            throw .namesAsScript
        }
        guard operand < words.count else { return }
        let script = words[operand]
        let isText =
            switch reader {
            case .shell: options.contains { Self.isOption($0, with: "c") }
            case .interpreter:
                options.contains { option in "cerEp".contains { Self.isOption(option, with: $0) } }
            case .filter: true
            }
        guard isText else {
            guard Self.hasFile(script) ? Self.isAlone(script) && options.isEmpty : isKnown(script) else {
                throw .namesAsScript
            }
            return try checkIsNotWritten(script, isScript: true)
        }
        guard !carries(script), Expansions(script).contents.isEmpty else { throw .namesAsScript }
        if case .shell = reader {
            guard let text = try? ShellText(coded: script) else { throw .namesAsScript }
            try FilePlaces(text.commands, holders: holders, hasInput: hasInput).check()
        } else if ScriptReader.startsPrograms(script, of: words[index], options: Array(options)) {
            throw .namesAsScript
        }
        let isHanded = words[..<index].contains("xargs") || words[operand...].contains(where: carries)
        if isHanded, ScriptReader.opensNames(words[index], options: Array(options)) { throw .namesAsScript }
        for place in words.indices.dropFirst(operand + 1) where carries(words[place]) {
            let before = words[place - 1]
            guard Self.isAlone(words[place]), !before.hasPrefix("-") || ["-", "--"].contains(before) else {
                throw .namesAsScript
            }
        }
    }

    /// Whether a program that reads scripts has one among its words, and nothing of its input becomes part of that.
    private static func hasScript(_ words: [String], _ reader: Int, _ operand: Int) -> Bool {
        guard operand < words.count else { return false }
        let readsInput = words[reader..<operand].contains { isOption($0, with: "s") }
        // xargs puts what it reads in the place of a mark.
        let isFilled = words[..<reader].contains { word in
            ["-I", "-i", "--replace"].contains { word.hasPrefix($0) }
        }
        return !readsInput && !isFilled && !["/dev/", "/proc/"].contains { words[operand].hasPrefix($0) }
    }

    static func isJoiner(_ words: [String], _ index: Int) -> Bool {
        ScriptReader.isJoiner(words[index]) && !isRemoteShell(words, index)
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
        let isScript = words[shell..<operand].contains { isOption($0, with: "c") }
        return isScript && operand < words.count ? operand : nil
    }

    /// The first word after the options of a program that reads scripts.
    private static func operandIndex(_ words: [String], _ reader: Int) -> Int {
        // Their values are words of their own.
        let valued = ScriptReader(words[reader]) == .shell ? "oO" : "Fv"
        var index = reader + 1
        while index < words.count, let sign = words[index].first, sign == "-" || sign == "+" {
            let isBare = ScriptReader(words[reader]) == .shell || words[index].count == 2
            index += isBare && valued.contains(words[index].last ?? "-") ? 2 : 1
        }
        return min(index, words.count)
    }
}
