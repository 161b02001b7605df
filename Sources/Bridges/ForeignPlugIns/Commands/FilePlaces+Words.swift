// SPDX-License-Identifier: Apache-2.0

/// The reader of a single word of a command.
extension FilePlaces {
    /// The first word that is no assignment and no word of the shell before a program.
    static func programIndex(_ words: [String]) -> Int {
        words.firstIndex { !reserved.contains($0) && assigned($0) == nil } ?? words.endIndex
    }

    static func program(_ words: [String]) -> String? { words.dropFirst(programIndex(words)).first }

    /// The variable that a word assigns to.
    static func assigned(_ word: String) -> String? {
        var name = word.prefix { $0 != "=" }
        guard name.count < word.count, name.first?.isNumber == false else { return nil }
        if name.last == "+" { name.removeLast() }
        return name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
            ? String(name) : nil
    }

    static func value(_ assignment: String) -> String { String(assignment.drop { $0 != "=" }.dropFirst()) }

    /// Whether the word is one hyphen and letters, with this one among them.
    static func isOption(_ word: String, with letter: Character) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.contains(letter)
    }

    /// Whether the command only shows its words to the person.
    static func isShown(_ words: [String]) -> Bool {
        words.first.map { Programs.showers.contains(Programs.baseName($0)) } == true
    }

    static func hasFile(_ word: String) -> Bool {
        word.unicodeScalars.contains { FileCode($0) != nil }
    }

    /// Whether files may be matched with it, or it stands for several words.
    static func hasPattern(_ word: String) -> Bool { word.contains { "*?[".contains($0) } }

    /// Whether a pattern begins like no path: `*`, `-*`, `{,}*`.
    static func mayBeAnything(_ word: String) -> Bool {
        let outside = Expansions(word).outside
        let head = outside.prefix { !"*?[=".unicodeScalars.contains($0) }
        guard let end = outside.dropFirst(head.count).first, end != "=" else { return false }
        return head.allSatisfy(Expansions.isMark) || "-{".unicodeScalars.contains(head.first ?? "-")
    }

    /// Whether the command prints names that stand nowhere in the line.
    static func isLister(_ words: [String]) -> Bool {
        program(words).map { Programs.listers.contains(Programs.baseName($0)) } == true
    }

    /// Whether the word is a name, or what may hold one, and nothing else.
    static func isAlone(_ word: String) -> Bool {
        Expansions(word).outside.count == 1 && (hasFile(word) || Expansions(word).isAlone)
    }

    /// A path in a folder that is handed over may have blanks.
    static func isPlain(_ word: String) -> Bool {
        let scalars = Expansions(word).outside
        let first = scalars.first ?? " "
        let isPath =
            (FileCode(first) != nil || Expansions.isMark(first)) && scalars.dropFirst().first == "/"
        return scalars.allSatisfy { isPlain($0) || isPath && $0 == " " }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 127 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "_./=:,+@~%$'-*?".unicodeScalars.contains(scalar)
    }
}
