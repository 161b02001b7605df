// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The words of a desktop entry's `Exec`, before and after the place of the opened files.
struct ProgramWords: Sendable {
    private(set) var start: [String] = []
    private(set) var end: [String] = []

    static let fileCodes: Set<String> = ["%f", "%F", "%u", "%U"]
    /// Marks around the files that flatpak forwards; they are lent before it starts.
    private static let forwarding: Set<String> = ["@@", "@@u", "--file-forwarding"]

    /// - Throws: `Omission` for a command that has no one place for arguments, or would run them as code.
    init(_ entry: KeyFile.Group, name: String, path: String) throws(Omission) {
        let words = try Self.split(entry.string("Exec") ?? "")
        let isFlatpak = words.contains { Programs.baseName($0) == "flatpak" }
        var isPlaced = false
        for word in words where !isFlatpak || !Self.forwarding.contains(word) {
            if Self.fileCodes.contains(word) {
                guard !isPlaced else { throw Omission("Its command takes files at more than one place.") }
                isPlaced = true
                continue
            }
            let icon = entry.string("Icon") ?? ""
            let expanded =
                word != "%i" ? [try Self.expanded(word, name, path)] : icon.isEmpty ? [] : ["--icon", icon]
            if isPlaced { end += expanded } else { start += expanded }
        }
        guard let program = start.first, !program.isEmpty else { throw .noCommand }
        guard FilePlaces.scriptIndex(start + end + [""]) == nil else {
            throw Omission("Its command is a script of a shell, which has no place for arguments.")
        }
        guard !Programs.lackProgram(start) else { throw Omission("\(program) would run what is shared.") }
    }

    /// The words of a program that is started instead of the entry's.
    init(program: String) { start = [program] }

    static func split(_ line: String) throws(Omission) -> [String] {
        try GLibWords.split(line).map(\.coded)
    }

    private static func expanded(_ word: String, _ name: String, _ path: String) throws(Omission) -> String {
        var text = String.UnicodeScalarView()
        var rest = Substring(word).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "%", let letter = rest.popFirst() else {
                text.append(scalar)
                continue
            }
            switch letter {
            case "%": text.append("%")
            case "c": text.append(contentsOf: name.unicodeScalars)
            case "k": text.append(contentsOf: path.unicodeScalars)
            case "f", "F", "u", "U": throw Omission("Its command has the file within a word, \(word).")
            default: break
            }
        }
        return String(text)
    }

    /// Without the "--" at the end: a row's arguments have their own.
    mutating func dropSeparator() {
        if start.last == "--" { start.removeLast() }
    }

    /// - Throws: `Omission` for arguments that would not be read as they are meant, between these words.
    func check(_ arguments: [String], of key: String) throws(Omission) {
        if start.contains("--"), let option = arguments.first(where: { $0.hasPrefix("-") }) {
            throw Omission("The \"--\" in its Exec makes no option of \(option) in \(key).")
        }
        guard end.isEmpty || !arguments.contains("--") else {
            throw Omission("The \"--\" in \(key) makes no option of what follows in its Exec.")
        }
    }
}

extension KeyFile.Group {
    /// The arguments for files of X-Activity-Share-Files.
    func filesArguments() throws(Omission) -> [String] {
        let key = "X-Activity-Share-Files"
        guard has(key) else { return ["%F"] }
        let line = string(key) ?? ""
        let words = line.isEmpty ? [] : try ProgramWords.split(line)
        guard words.contains(where: ["%F", "%U"].contains) else {
            throw Omission("\(key) has no word %F or %U for the files.")
        }
        return try words.map { word throws(Omission) in
            if ["%F", "%U"].contains(word) { return word }
            let literal = word.replacing("%%", with: "%")
            guard !word.replacing("%%", with: "").contains("%"), !ProgramWords.fileCodes.contains(literal)
            else {
                throw Omission("\(key) has \(word), where %F or %U has to be a word of its own.")
            }
            return literal
        }
    }

    /// The arguments for a text of X-Activity-Share-Text; nil without the key.
    ///
    /// - Parameter start: the words before them.
    func textArguments(after start: [String]) throws(Omission) -> [String]? {
        let key = "X-Activity-Share-Text"
        guard has(key) else { return nil }
        let line = string(key) ?? ""
        let words = line.isEmpty ? [] : try ProgramWords.split(line)
        guard words.contains(where: { $0.contains("{text}") }) else {
            throw Omission("\(key) has no {text}.")
        }
        if let code = words.first(where: ProgramWords.fileCodes.contains) {
            throw Omission("\(key) has \(code), which stands for files.")
        }
        // A text may begin like an option.
        for (index, word) in words.enumerated() where word.hasPrefix("{text}") {
            guard start.last == "--" || words[..<index].contains("--") else {
                throw Omission(
                    "\(key) has {text} where a text could be an option. "
                        + "--option={text} and -- {text} are safe."
                )
            }
        }
        return words
    }
}
