// SPDX-License-Identifier: Apache-2.0
//
// A file's name must never become code. A program's treatment of its arguments is its own affair, so a name
// may be part of a word that the shell passes to a program; but a line with a name may use only these
// features of the shell:
//
//     programs       with literal names; `Programs.takers` get no part of a name that could be their option
//     words          the name and plain characters; any text in displayed words, tests and assignments
//     expansions     variables, trimmed or not, command output; no arithmetic, `${!x}`, `${x@P}`, `${x:=y}`
//     variables      with a lower-case letter, since programs may run the value of others as a command
//     pipes          from a name into `Programs.readers`, a loop, or a literal script
//     files          /dev/null; writing other files is allowed only in lines of `Programs.readers`
//     tests          with quotation marks around the name, after a literal operator
//     environment    WINEPREFIX for Wine
//     scripts        `sh -c '…' sh %f`, checked by the same rules; sed, awk, perl, python: see `Interpreter`
//
// Variables and command output that may contain a name are treated like the name. A name without its folder
// may look like an option, and an unquoted one becomes several words; `RefusedNames` excludes such files at
// run time.

/// Tracks where the files' names go in a line's commands.
struct FilePlaces {
    let commands: [[String]]
    /// Variables that may contain a name, besides the shell's parameters.
    private(set) var holders: Set<String>
    var refused: RefusedNames = []
    /// Whether another language's script receives a name.
    var handsToScript = false
    private(set) var current: [String] = []

    /// Words after which the shell's parameters may no longer be the files.
    private static let parameterChangers: Set<String> = ["set", "shift", "source", ".", "function"]
    static let titleOptions: Set<String> = ["-t", "-T", "--title", "--text"]
    /// Words that may precede a program.
    static let reserved: Set<String> = [
        "|", "!", "{", "if", "then", "else", "elif", "while", "until", "do", "time", "exec", "command",
        "builtin",
    ]
    /// Words in a program's position that run no program.
    static let keywords: Set<String> = ["for", "select", "case", "<", ">", "[", "[[", "test", ":", "in"]
    /// Variables that the shell itself may fill with a name.
    private static let shellsOwn: Set<String> = [
        "@", "*", "_", "REPLY", "PWD", "OLDPWD", "DIRSTACK", "BASH_REMATCH", "BASH_ARGV", "BASH_ARGV0",
    ]
    /// Upper-case variables that no program runs as a command.
    private static let harmless: Set<String> = [
        "WINEPREFIX", "BASE", "DEST", "DIR", "FILE", "FILES", "IN", "INPUT", "NAME", "OUT", "OUTPUT", "SRC",
        "TARGET",
    ]

    /// - Parameter commands: the words of each command, unquoted, with files as placeholders.
    /// - Returns: the kinds of names that the line must refuse.
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

    /// Variables into which a command may store a name.
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

    /// - Parameter isPiped: whether standard input may contain names.
    mutating func check(isPiped: Bool = false) throws(Omission) {
        var isOpen = isPiped
        for (index, words) in commands.enumerated() {
            let isPipe = words.first == "|"
            // Commands in brackets or in a loop share the pipe.
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
        // The shell expands the values of some variables once more.
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

    /// Checks that only harmless variables receive a name: programs may run the value of others as a command.
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
        // `-eq` and the like evaluate arithmetic.
        case "[[":
            isFit =
                rest.indices.allSatisfy { isTested(words, $0) }
                && !rest.contains { $0.hasPrefix("-") && $0.count == 3 }
        default: isFit = !Programs.builtins.contains(words[start]) && !rest.contains("]]")
        }
        guard isFit else { throw .namesAsScript }
    }

    /// Whether a test compares the name as text, or examines it as a file: the operator is literal, and takes
    /// no variable name.
    private func isTested(_ words: [String], _ index: Int) -> Bool {
        !carries(words[index])
            || !words[index].contains("{")
                && words[index - 1].wholeMatch(
                    of: /\[\[?|test|!|\(|[<>=]|==|!=|=~|-[abcdefghknoprsuwxzGLNOS]|-(nt|ot|ef|eq|ne|[gl][te])/
                ) != nil
    }

    /// Whether the shell may split the word.
    private func isSplit(_ word: String) -> Bool {
        carries(word) && Expansions(word).outside.contains(ShellWords.looseExpansion)
    }

    /// Whether an argument of `read` is a harmless option, a prompt or a variable.
    private func isRead(_ word: String) -> Bool {
        guard !carries(word), !word.contains("[") else { return false }
        // Text after `a` would name a variable.
        if word.hasPrefix("-") { return !word.dropLast().contains("a") }
        return word.contains(" ") || Self.isVariable(word)
    }

    /// Refuses names that a pattern may yield. After some options the program itself matches the pattern.
    mutating func refusePatterns(_ words: ArraySlice<String>) {
        let script = Self.scriptIndex(current).map { current[$0] }
        let found = zip(words, words.dropFirst()).contains { before, word in
            !Programs.takesPattern(before) && word != script && Self.mayBeAnything(word)
        }
        if found { refused.insert(.parts) }
    }

    /// Determines how a word's names could be misinterpreted.
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

    /// Whether the word contains a name, or an expansion that may.
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
