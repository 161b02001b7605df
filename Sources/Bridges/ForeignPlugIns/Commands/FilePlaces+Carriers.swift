// SPDX-License-Identifier: Apache-2.0

/// Where words contain names.
extension FilePlaces {
    /// Variables that the shell itself may fill with a name.
    private static let shellsOwn: Set<String> = ["@", "*", "_", "REPLY", "PWD", "OLDPWD"]

    /// Whether the shell may split the word.
    func isSplit(_ word: String) -> Bool {
        carries(word) && Expansions(word).outside.contains(ShellWords.looseExpansion)
    }

    /// Whether the word contains a name, or an expansion that may.
    func carries(_ word: String) -> Bool { !carriers(word).isEmpty }

    func beginsWithPath(_ word: String) -> Bool {
        if ["/", "~/"].contains(where: word.hasPrefix) { return true }
        guard let first = carriers(word).first else { return true }
        return first.kind == .path && first.head.isEmpty
    }

    /// Places in a word where a name may stand, each with the text before it.
    func carriers(_ word: String) -> [Carrier] {
        let expansions = Expansions(word)
        var contents = expansions.outer[...]
        var (found, head) = ([Carrier](), String.UnicodeScalarView())
        for scalar in expansions.outside {
            if let code = FileCode(scalar), code != .count {
                found.append((code.isPart ? .name : .path, String(head)))
            } else if Expansions.isMark(scalar), let content = contents.popFirst(), let kind = kind(content) {
                found.append((kind, String(head)))
            }
            head.append(scalar)
        }
        return found
    }

    /// The kind of an expansion's value; nil for one without a name.
    func kind(_ content: String) -> Kind? {
        if let range = Expansions.commands(content) {
            guard commands[range].contains(where: { $0.contains(where: carries) }) else { return nil }
            let printer = Self.program(commands[range].last ?? []) ?? ""
            return Programs.pathPrinters.contains(printer) ? .path : printer == "basename" ? .name : .piece
        }
        let name = Expansions.variable(content)
        let isParameter = ["@", "*"].contains(name) || name.first?.isNumber == true
        guard isParameter || holders.contains(name) || Self.shellsOwn.contains(name) else { return nil }
        let operation = Expansions.operation(content)
        let value = isParameter ? parameters : paths.contains(name) ? .path : .piece
        if operation.isEmpty || operation.first == "%" { return value }
        return value == .path && ["##*/", "##*."].contains(operation) ? .name : .piece
    }

    /// Whether the shell only inserts text: a variable, cut or not, or the output of a known program; of any
    /// program if it is only shown.
    func isKnown(_ content: String, isShown: Bool) -> Bool {
        guard let range = Expansions.commands(content) else { return Expansions.isText(content) }
        if isShown { return true }
        let printer = Programs.baseName(Self.program(commands[range].last ?? []) ?? "")
        let hasFile = commands[range].contains { $0.contains(where: carries) }
        return (hasFile ? Programs.namePrinters : Programs.printers).contains(printer)
    }
}
