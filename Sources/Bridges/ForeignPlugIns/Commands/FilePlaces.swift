// SPDX-License-Identifier: Apache-2.0
//
// A file's name must never become code. A program's treatment of its arguments is its own affair, so a whole
// path may be an argument of any program that runs no arguments. A line of the shell with files may use only
// this much of the language:
//
//     line           simple commands, joined by ; & && || and newlines, and `for` loops over files
//     program        a literal name or path, not of `Programs.runners`; a shell with a script of these rules,
//                    another interpreter with a script's path
//     words          literals; a path, with plain text around it; a name or another piece of a path by itself
//     variables      assigned by themselves, with a lower-case letter: programs run some others' values
//     expansions     `$x`, `${x%…}`, `${x#…}`, `${x:1}`, and the output of `Programs.printers`
//     pipes          into `Programs.sinks`
//     tests          `test` of one file
//     redirections   to /dev/null and descriptors, and to files if the line and the scripts in it start a
//                    single program; from a file into `Programs.sinks`
//
// Everything else is left out: conditions, other loops, `find`, files that the line could run. A name
// without its folder may look like an option, and an unquoted one becomes several words; `RefusedNames`
// excludes such files at run time.

/// Tracks where the files' names go in a line's commands.
struct FilePlaces {
    /// The part of a path that a value is.
    enum Kind {
        /// A path or an address, which no program takes for an option.
        case path
        /// A file's name or its ending.
        case name
        case piece
    }

    typealias Carrier = (kind: Kind, head: String)

    let commands: [[String]]
    /// Variables that may contain a name, besides the shell's parameters.
    private(set) var holders: Set<String> = []
    /// The holders whose values are whole paths.
    private(set) var paths: Set<String> = []
    private var refused: RefusedNames = []
    /// The kind of `$1` and `$@`: a script may get a file's name.
    let parameters: Kind
    /// Whether the whole line starts a single program, so that no other can run a file that it writes.
    private let isSingle: Bool

    /// Upper-case variables that no program runs as a command.
    private static let harmless: Set<String> = [
        "BASE", "DEST", "DIR", "FILE", "FILES", "IN", "INPUT", "NAME", "OUT", "OUTPUT", "SRC", "TARGET",
    ]

    /// - Parameter commands: the words of each command, unquoted, with files as placeholders.
    /// - Returns: the kinds of names that the line must refuse.
    static func check(_ commands: [[String]]) throws(Omission) -> RefusedNames {
        guard commands.contains(where: { $0.contains(where: hasFile) }) else { return [] }
        return try checkAll(commands, .path, isSingle: programCount(commands) == 1)
    }

    private static func checkAll(
        _ commands: [[String]], _ parameters: Kind, isSingle: Bool
    ) throws(Omission) -> RefusedNames {
        var places = FilePlaces(commands, parameters, isSingle)
        for index in commands.indices { try places.check(index) }
        return places.refused
    }

    private init(_ commands: [[String]], _ parameters: Kind, _ isSingle: Bool) {
        (self.commands, self.parameters, self.isSingle) = (commands, parameters, isSingle)
        let assignments = commands.flatMap(Self.assignments)
        var count = -1
        while count < holders.count {
            count = holders.count
            for (name, value) in assignments where carries(value) { holders.insert(name) }
        }
        paths = holders
        while let (name, _) = assignments.first(where: { paths.contains($0) && !beginsWithPath($1) }) {
            paths.remove(name)
        }
    }

    private static func assignments(_ words: [String]) -> [(String, String)] {
        if program(words) == "for" {
            let rest = words.drop { $0 != "for" }.dropFirst()
            let list =
                rest.count > 2 ? rest.dropFirst(2) : ["\(ShellWords.expansion)@\(ShellWords.expansionEnd)"]
            return list.map { (rest.first ?? "", $0) }
        }
        return words.compactMap { word in assigned(word).map { ($0, value(word)) } }
    }

    // MARK: Commands

    private mutating func check(_ index: Int) throws(Omission) {
        let words = commands[index]
        let isShown = Self.isShown(words)
        guard words.flatMap({ Expansions($0).contents }).allSatisfy({ isKnown($0, isShown: isShown) }) else {
            throw .namesAsScript
        }
        if let sign = words.first, ["<", ">"].contains(sign) { return try checkRedirection(index, sign) }
        let start = Self.programIndex(words)
        guard start < words.count else { return try checkAssignments(words) }
        // The program could run the variable's value.
        guard !words[..<start].contains(where: carries) else { throw .namesAsScript }
        let name = Programs.baseName(words[start])
        // An option of less(1) copies its input to a file.
        guard words[0] != "|" || Programs.sinks.contains(name) || words == ["|", "less"] else {
            throw .namesAsScript
        }
        switch words[start] {
        case "for": try checkLoop(words[start...])
        case "done": guard words.count == start + 1 else { throw .namesAsScript }
        default: try checkProgram(words, start)
        }
    }

    private func checkRedirection(_ index: Int, _ sign: String) throws(Omission) {
        let target = commands[index].dropFirst().joined(separator: " ")
        let isDescriptor = target.wholeMatch(of: /&[0-9-]+/) != nil
        let reader = commands[..<index].last { !["<", ">"].contains($0.first) }.flatMap(Self.program)
        let isRead = Self.isPath(target) && Programs.sinks.contains(Programs.baseName(reader ?? ""))
        let isWritten = isSingle && (!carries(target) || beginsWithPath(target))
        guard sign == ">" ? target == "/dev/null" || isDescriptor || isWritten : isRead else {
            throw .namesAsScript
        }
    }

    private mutating func checkAssignments(_ words: [String]) throws(Omission) {
        guard words != ["|"], !words.contains(where: { Self.mayBeAnything(Self.value($0)) }) else {
            throw .namesAsScript
        }
        for word in words where carries(word) {
            guard Self.assigned(word).map(Self.isVariable) == true else { throw .namesAsScript }
        }
    }

    private mutating func checkLoop(_ words: ArraySlice<String>) throws(Omission) {
        let list = words.dropFirst(3)
        guard let name = words.dropFirst().first, Self.isVariable(name),
            !list.contains(where: Self.mayBeAnything)
        else { throw .namesAsScript }
        if list.contains(where: isSplit) { refused.insert(.blanks) }
    }

    private static func isVariable(_ name: String) -> Bool {
        name.contains(where: \.isLowercase) && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
            || harmless.contains(name)
    }

    private mutating func checkProgram(_ words: [String], _ start: Int) throws(Omission) {
        guard !Programs.changers.contains(words[start]) else { throw .changesParameters }
        if words[start] == "test", isTest(words.dropFirst(start + 1)) { return }
        guard isProgram(words[start]), !Programs.builtins.contains(words[start]) else {
            throw .namesAsScript
        }
        if Programs.displayPrograms.contains(Programs.baseName(words[start])) {
            guard !words.dropFirst(start + 1).contains(where: { $0.hasPrefix("-v") }) else {
                throw .namesAsScript
            }
            return
        }
        try checkStarted(words, start)
        for index in words.indices.dropFirst(start + 1) {
            guard !Self.mayBeAnything(words[index]) else { throw .namesAsScript }
            if carries(words[index]) { try checkWord(words, index, start) }
        }
    }

    /// Whether a test only looks at one file.
    private func isTest(_ words: ArraySlice<String>) -> Bool {
        let rest = words.first == "!" ? words.dropFirst() : words
        return rest.count == 2 && rest.first?.wholeMatch(of: /-[defrswxL]/) != nil
            && rest.last.map { Self.isAlone($0) && !isSplit($0) } == true
    }

    /// Whether the word is a literal program, or one selected file.
    private func isProgram(_ word: String) -> Bool {
        if Self.isPath(word) { return true }
        let name = Programs.baseName(String(Expansions(word).outside))
        return !carries(word)
            && name.wholeMatch(of: /[\p{L}\p{N}_.+@ -]*[\p{L}\p{N}][\p{L}\p{N}_.+@ -]*/) != nil
    }

    /// Checks programs among the arguments of another one; they may be in any position.
    private mutating func checkStarted(_ words: [String], _ start: Int) throws(Omission) {
        let script = Self.scriptIndex(words)
        for index in words.indices.dropFirst(start) {
            // The argument after a shell's script is only its `$0`.
            if let script, index == script || index == script + 1 { continue }
            let name = Programs.baseName(words[index])
            guard !Programs.runners.contains(name), !isScript(words, index, start),
                name != "env" || !Self.hasOptions(env: words.dropFirst(index + 1))
            else { throw .namesAsScript }
            if Programs.isShell(words[index]) {
                try checkShell(words, index)
            } else if Programs.isInterpreter(words[index]) {
                guard index + 1 < words.count, isScriptFile(words[index + 1]) else { throw .namesAsScript }
            }
        }
    }

    /// Whether the word is a script for a program that is not known to interpret any.
    private func isScript(_ words: [String], _ index: Int, _ start: Int) -> Bool {
        index > start && words[index].contains { "$`;|&(".contains($0) }
            && Programs.isForCommand(words[index - 1], of: words[start])
    }

    private func isScriptFile(_ word: String) -> Bool {
        Self.isPath(word)
            || !word.hasPrefix("-") && isProgram(word) && (word.contains("/") || word.contains("."))
    }

    private mutating func checkShell(_ words: [String], _ shell: Int) throws(Omission) {
        let operand = Self.operandIndex(words, shell)
        let options = words[(shell + 1)..<operand]
        // Other options take a value, or read standard input.
        guard operand < words.count, options.allSatisfy({ $0.wholeMatch(of: /-[ceilu]+/) != nil }) else {
            throw .namesAsScript
        }
        guard options.contains(where: { Self.isOption($0, with: "c") }) else {
            guard options.isEmpty, isScriptFile(words[operand]) else { throw .namesAsScript }
            return
        }
        guard !carries(words[operand]), Expansions(words[operand]).contents.isEmpty,
            let text = try? ShellText(coded: words[operand])
        else { throw .namesAsScript }
        let handed = words.dropFirst(operand + 1).filter(carries)
        let areWhole = handed.allSatisfy { beginsWithPath($0) && Self.isAlone($0) }
        refused.formUnion(try Self.checkAll(text.commands, areWhole ? .path : .piece, isSingle: isSingle))
    }

    // MARK: Words

    private mutating func checkWord(_ words: [String], _ index: Int, _ start: Int) throws(Omission) {
        let (word, before) = (words[index], index - 1 > start ? words[index - 1] : "")
        let carriers = carriers(word)
        guard let first = carriers.first, Self.isPlain(word) || Self.isAlone(word) else {
            throw .namesAsScript
        }
        let isWrapped = words[..<index].contains(where: Programs.isWrapper)
        if !beginsWithPath(word) {
            let areWhole = carriers.allSatisfy { $0.kind == .path }
            let isName = first.head.isEmpty && !isWrapped && !before.hasPrefix("-")
            guard areWhole || isName else { throw .namesAsScript }
            // The action's own script may receive any argument that it asks for.
            guard areWhole || first.kind == .name || Programs.isOwnScript(words[start]) else {
                throw .namesAsScript
            }
            if !areWhole { refused.insert(.options) }
        }
        guard !isWrapped || Self.assigned(word) == nil,
            !isCommand(first.head, behind: before, of: words[start])
        else { throw .namesAsScript }
        if isSplit(word) { refused.insert(.blanks) }
    }

    /// Whether a program runs the word as a command: `x -e %f`, `x --command=%f`.
    private func isCommand(_ head: String, behind before: String, of program: String) -> Bool {
        head.hasPrefix("+") || head == "-" || head.hasPrefix("--") && !head.contains("=")
            || Programs.isForCommand(head, of: program)
            || ["runCommand", "sendText", "TerminalEmulator"].contains { before.hasSuffix($0) }
            || !before.contains("=") && Programs.isForCommand(before, of: program)
    }
}

extension Omission {
    static let namesAsScript = Omission(
        "It would make the files' names part of a script, where a name could be run as a command.")
    static let changesParameters = Omission(
        "Its command is a script with functions or parameters of its own, where the files would be lost.")
}
