// SPDX-License-Identifier: Apache-2.0

extension FilePlaces {
    mutating func checkShell(_ words: [String], _ index: Int, isPiped: Bool) throws(Omission) {
        let operand = Self.operandIndex(words, index)
        let options = words[(index + 1)..<operand]
        // Other options take a value, or read standard input.
        guard options.allSatisfy({ $0 == "--" || $0.wholeMatch(of: /-[ceiluvx]+/) != nil }),
            !isPiped || operand < words.count
        else { throw .namesAsScript }
        guard operand < words.count else { return }
        guard options.contains(where: { Self.isOption($0, with: "c") }) else {
            let isLast = options.isEmpty && operand == words.count - 1
            return try checkFile(words, operand, mayBeName: isLast, isPiped: isPiped)
        }
        guard !carries(words[operand]), Expansions(words[operand]).contents.isEmpty,
            let text = try? ShellText(coded: words[operand])
        else { throw .namesAsScript }
        var inner = FilePlaces(text.commands, holders: holders)
        try inner.check(isPiped: isPiped)
        refused.formUnion(inner.refused)
        handsToScript = handsToScript || inner.handsToScript
    }

    /// Checks another language's script: a file, or one of the few harmless ones.
    mutating func check(
        _ words: [String], _ index: Int, _ language: Interpreter, isPiped: Bool
    ) throws(Omission) {
        var (place, scripts) = (index + 1, 0)
        while place < words.count {
            let word = words[place]
            place += 1
            if word.hasPrefix("-"), word.count > 1 {
                let isModule = language.isModule(word)
                // The line itself may write the module.
                guard !carries(word), language.isOption(word),
                    !isModule || !commands.contains(where: isWriting)
                else { throw .namesAsScript }
                if isModule, language == .python, words.dropFirst(place).first.map(carries) == false {
                    return
                }
                guard let sign = word.last, "ecEfv".contains(sign) else { continue }
                guard place < words.count else { throw .namesAsScript }
                if sign == "f" {
                    try checkFile(words, place, isPiped: isPiped)
                } else if !isHarmless(words[place], language, isValue: sign == "v") {
                    throw .namesAsScript
                }
                scripts += sign == "v" ? 0 : 1
                place += 1
            } else if language.isFilter {
                guard isHarmless(word, language) || scripts > 0 && carries(word) else { throw .namesAsScript }
                scripts += 1
            } else if scripts == 0 {
                return try checkFile(words, place - 1, isPiped: isPiped)
            }
            if scripts > 0, language == .python { break }
        }
        guard scripts > 0 || !isPiped else { throw .namesAsScript }
        // perl -p and -n open a name that ends in a bar as a command, except with -i.
        let options = words[index...]
        let opensNames =
            language == .perl && !options.contains { Self.isOption($0, with: "i") }
            && options.contains { Self.isOption($0, with: "p") || Self.isOption($0, with: "n") }
        let isHanded = options.contains { carries($0) || Self.hasPattern($0) && !isHarmless($0, language) }
        guard !opensNames || !isHanded else { throw .namesAsScript }
        handsToScript = handsToScript || isHanded
    }

    private func isHarmless(_ script: String, _ language: Interpreter, isValue: Bool = false) -> Bool {
        if isValue { return Self.assigned(script) != nil }
        return !carries(script) && Expansions(script).contents.isEmpty && language.isHarmless(script)
    }

    /// Checks a script that is read from a path: the selected file, or a file that the line does not write.
    private func checkFile(
        _ words: [String], _ index: Int, mayBeName: Bool = false, isPiped: Bool
    ) throws(Omission) {
        let word = words[index]
        let code = word.unicodeScalars.count == 1 ? word.unicodeScalars.first.flatMap { FileCode($0) } : nil
        // A name without an extension could be standard input, such as /dev/stdin.
        let mayBeInput = isPiped && !Programs.baseName(word).contains(".")
        guard !mayBeInput, code == nil || !isPiped && !words[index - 1].hasPrefix("-") else {
            throw .namesAsScript
        }
        if code?.isPart != true || !mayBeName { try checkIsKnown(words, index, isScript: true) }
    }

    /// Index of a shell's script argument: `sh -c '…'`.
    static func scriptIndex(_ words: [String]) -> Int? {
        let shell = words.firstIndex(where: Programs.isShell)
        guard let shell else { return nil }
        let operand = operandIndex(words, shell)
        let isScript = words[shell..<operand].contains { isOption($0, with: "c") }
        return isScript && operand < words.count ? operand : nil
    }

    /// Index of the first word after a shell's options.
    private static func operandIndex(_ words: [String], _ shell: Int) -> Int {
        words.dropFirst(shell + 1).firstIndex { $0.first != "-" && $0.first != "+" } ?? words.count
    }
}
