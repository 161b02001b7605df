// SPDX-License-Identifier: Apache-2.0
//
// A file's name must never become code. What a program makes of its arguments is its own affair, so a name may stand in
// a word that the shell hands on to a program, and a line that has one may have of the shell only what is listed:
//
//     programs       named by text; those in Programs.takers get no part of a name that could be an option of theirs
//     words          the name and plain signs; any text in what is shown, in a test and in an assignment
//     expansions     of a variable, cut at either end, of what commands print; no sum, no `${!x}`, `${x@P}`, `${x:=y}`
//     variables      those with small letters, for programs may take others for commands
//     pipes          from a name into Programs.readers, a loop, or a script that stands there
//     files          /dev/null; with others only Programs.readers may be in the same line
//     tests          quotation marks around the name, and a written operator before it
//     environment    WINEPREFIX for Wine
//     scripts        of the shell: `sh -c '…' sh %f`, read by the same rules; of sed, awk, perl, python: Interpreter
//
// What may hold a name is as good as the name: variables, and what commands print. A name without its folder may look like an
// option, and one without quotation marks becomes several words; RefusedNames keeps such files from the line.

/// Where the files' names get to in the commands of a line.
struct FilePlaces {
    let commands: [[String]]
    /// The variables that may hold a name; the shell's parameters do.
    private(set) var holders: Set<String>
    var refused: RefusedNames = []
    /// Whether a script of another language is handed a name.
    var handsToScript = false
    /// The command that is looked at.
    private(set) var current: [String] = []

    /// After these the shell's parameters are others, or may be: here they are the files.
    private static let parameterChangers: Set<String> = ["set", "shift", "source", ".", "function"]
    static let titleOptions: Set<String> = ["-t", "-T", "--title", "--text"]
    /// May stand before a program.
    static let reserved: Set<String> = [
        "|", "!", "{", "if", "then", "else", "elif", "while", "until", "do", "time", "exec", "command",
        "builtin",
    ]
    /// Stand in a program's place, and run none.
    static let keywords: Set<String> = ["for", "select", "case", "<", ">", "[", "[[", "test", ":", "in"]
    /// Variables that a shell itself puts a name into.
    private static let shellsOwn: Set<String> = [
        "@", "*", "_", "REPLY", "PWD", "OLDPWD", "DIRSTACK", "BASH_REMATCH", "BASH_ARGV", "BASH_ARGV0",
    ]
    /// Variables in capitals that no program takes for a command.
    private static let harmless: Set<String> = [
        "WINEPREFIX", "BASE", "DEST", "DIR", "FILE", "FILES", "IN", "INPUT", "NAME", "OUT", "OUTPUT", "SRC",
        "TARGET",
    ]

    /// - Parameter commands: The words of each, with files as placeholders and quotation marks undone.
    /// - Returns: the files that the line must not be given.
    @discardableResult
    static func check(_ commands: [[String]]) throws(Omission) -> RefusedNames {
        guard commands.contains(where: { $0.contains(where: hasFile) }) else { return [] }
        let programs = commands.compactMap(program)
        guard !programs.contains(where: parameterChangers.contains) else { throw .changesParameters }
        var places = FilePlaces(commands)
        try places.check()
        return places.refused
    }

    init(_ commands: [[String]], holders: Set<String> = []) {
        self.commands = commands
        self.holders = holders
        var count = -1
        while count < self.holders.count {
            count = self.holders.count
            for words in commands { self.holders.formUnion(filled(words)) }
        }
    }

    /// The variables that a command may put a name into.
    private func filled(_ words: [String]) -> [String] {
        let assigned = words.compactMap { carries($0) || Self.hasPattern($0) ? Self.assigned($0) : nil }
        let start = Self.programIndex(words)
        switch words.dropFirst(start).first {
        case "read": return assigned + words.dropFirst(start + 1)
        case "for", "select":
            let list = words.dropFirst(start + 2)
            let isFilled = list.isEmpty || list.contains { carries($0) || Self.hasPattern($0) }
            return assigned + (isFilled ? words.dropFirst(start + 1).prefix(1) : [])
        default: return assigned
        }
    }

    /// - Parameter isPiped: whether its input may be names.
    mutating func check(isPiped: Bool = false) throws(Omission) {
        var isOpen = isPiped
        for (index, words) in commands.enumerated() {
            let isPipe = words.first == "|"
            // Whatever is in brackets or in a loop reads the same.
            let next = words.count > 1 ? words[1] : "{"
            if isPipe, Self.reserved.contains(next) || Self.keywords.contains(next) { isOpen = true }
            let redirections = commands.dropFirst(index + 1).prefix { ["<", ">"].contains($0.first) }
            let isRedirected = redirections.contains { $0.first == "<" }
            try check(words, isPiped: isPipe || isOpen || isRedirected)
        }
        try checkWritten()
        let hasTaker = commands.joined().contains(where: Programs.isTaker)
        guard !refused.contains(.parts) || !hasTaker && !handsToScript else { throw .namesAsScript }
    }

    private mutating func check(_ words: [String], isPiped: Bool) throws(Omission) {
        current = words
        for word in words { try checkAssignment(word) }
        let contents = words.flatMap { Expansions($0).contents }
        guard contents.allSatisfy({ Expansions.isText($0) && !Self.hasFile($0) }) else {
            throw .namesAsScript
        }
        let start = Self.programIndex(words)
        // The shell itself expands the text of some variables.
        guard
            !words[..<start].contains(where: {
                Expansions($0).outside.contains { "$`".unicodeScalars.contains($0) }
            })
        else { throw .namesAsScript }
        if start < words.count { try checkBuiltin(words, start, isPiped: isPiped) }
        if words.contains(where: { Self.assigned($0) != nil && Self.mayBeAnything(Self.value($0)) }) {
            refused.insert(.parts)
        }
        guard start < words.count, !Self.keywords.contains(words[start]) else {
            return words.forEach { refuse($0, isAssigned: true) }
        }
        try checkProgram(words, start, isPiped: isPiped)
    }

    /// The few variables in capitals that may hold a name: programs may take others for commands.
    private func checkAssignment(_ word: String) throws(Omission) {
        guard let name = Self.assigned(word), carries(word), !Self.isVariable(name) else { return }
        throw .namesAsScript
    }

    private static func isVariable(_ name: String) -> Bool {
        name.contains(where: \.isLowercase) && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
            || harmless.contains(name)
    }

    private mutating func checkBuiltin(_ words: [String], _ start: Int, isPiped: Bool) throws(Omission) {
        let rest = words.dropFirst(start + 1)
        let isFit: Bool
        switch words[start] {
        case "for", "select":
            refusePatterns(words[start...])
            if rest.contains(where: isSplit) { refused.insert(.parts) }
            isFit = rest.prefix(1).allSatisfy(Self.isVariable)
        case "read":
            if isPiped, rest.contains(where: Self.isVariable) { refused.insert(.parts) }
            isFit = rest.allSatisfy { isRead($0) }
        case "printf": isFit = !rest.contains { $0.hasPrefix("-v") }
        case "test", "[": isFit = rest.indices.allSatisfy { isTested(words, $0) && !isSplit(words[$0]) }
        // `-eq` and its like calculate.
        case "[[":
            isFit =
                rest.indices.allSatisfy { isTested(words, $0) }
                && !rest.contains { $0.hasPrefix("-") && $0.count == 3 }
        default: isFit = !Programs.builtins.contains(words[start]) && !rest.contains("]]")
        }
        guard isFit else { throw .namesAsScript }
    }

    /// Whether a test compares the name as text, or asks for a file: its operator is written, and takes no variable.
    private func isTested(_ words: [String], _ index: Int) -> Bool {
        !carries(words[index])
            || !words[index].contains("{")
                && words[index - 1].wholeMatch(
                    of: /\[\[?|test|!|\(|[<>=]|==|!=|=~|-[abcdefghknoprsuwxzGLNOS]|-(nt|ot|ef|eq|ne|[gl][te])/
                ) != nil
    }

    /// Whether the shell may make several words of its names.
    private func isSplit(_ word: String) -> Bool {
        carries(word) && Expansions(word).outside.contains(ShellWords.looseExpansion)
    }

    /// An option, a variable or a sentence.
    private func isRead(_ word: String) -> Bool {
        guard !carries(word), !word.contains("[") else { return false }
        // The text after the `a` would be a variable.
        if word.hasPrefix("-") { return !word.dropLast().contains("a") }
        return word.contains(" ") || Self.isVariable(word)
    }

    /// Looks whether names come from a pattern. Behind some options it is for a program.
    mutating func refusePatterns(_ words: ArraySlice<String>) {
        let script = Self.scriptIndex(current).map { current[$0] }
        let found = zip(words, words.dropFirst()).contains { before, word in
            !Programs.takesPattern(before) && word != script && Self.mayBeAnything(word)
        }
        if found { refused.insert(.parts) }
    }

    /// Looks what a word's names could be taken for.
    mutating func refuse(_ word: String, isAssigned: Bool = false) {
        guard carries(word) else { return }
        if !isAssigned, isSplit(word) { refused.insert(.blanks) }
        let expansions = Expansions(Self.assigned(word) == nil ? word : Self.value(word))
        guard let first = expansions.outside.first else { return }
        if FileCode(first)?.isPart == true { refused.insert(.options) }
        guard Expansions.isMark(first), let content = expansions.outer.first, isHolder(content) else {
            return
        }
        if let range = Expansions.commands(content) {
            let printer = commands[range].last { ![">", "<"].contains($0.first) }?.first ?? ""
            let name = Programs.baseName(printer)
            if !Programs.pathPrinters.contains(name) { refused.insert(.options) }
            if !Programs.namePrinters.contains(name) { refused.insert(.parts) }
        } else if let sign = Expansions.operation(content).first, sign != "%" {
            refused.insert(.options)
            if !["##*/", "##*."].contains(Expansions.operation(content)) { refused.insert(.parts) }
        }
    }

    /// Whether a name stands in it, or what may hold one.
    func carries(_ word: String) -> Bool {
        Self.hasFile(word) || Expansions(word).contents.contains(where: isHolder)
    }

    private func isHolder(_ content: String) -> Bool {
        if let range = Expansions.commands(content) {
            return commands[range].contains { words in
                Self.isLister(words) || words.contains { carries($0) || Self.hasPattern($0) }
            }
        }
        let name = Expansions.variable(content)
        return holders.contains(name) || Self.shellsOwn.contains(name)
            || name.first?.isNumber == true
    }
}

extension Omission {
    static let namesAsScript = Omission(
        "It would make the files' names part of a script, where a name could be run as a command.")
    static let changesParameters = Omission(
        "Its command is a script with functions or parameters of its own, where the files would be lost.")
}
