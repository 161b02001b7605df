// SPDX-License-Identifier: Apache-2.0

extension PlugInCommand {
    /// Translates a desktop entry's command like GDesktopAppInfo: codes are replaced by quoted text, then the
    /// line is split.
    ///
    /// - Parameters:
    ///   - path: the entry's path, for `%k`; nil if GIO receives only the entry's text.
    ///   - takesURIs: whether the entry sets X-GIO-NoFuse, so that `%u` stays a URI.
    init(
        gio command: String, _ facts: EntryFacts, path: String?, takesURIs: Bool, isSingle: Bool
    ) throws(Omission) {
        var text = String.UnicodeScalarView()
        var codes: [FileCode] = []
        var rest = Substring(command).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "%", let letter = rest.popFirst() else {
                text.append(scalar)
                continue
            }
            if let code = Self.code(letter, takesURIs) {
                codes.append(code)
                text.append(code.placeholder)
            } else {
                text.append(contentsOf: Self.replacement(letter, facts, path).unicodeScalars)
            }
        }
        // "If there is no macro default to %f. This is also what KDE does."
        if codes.isEmpty {
            text.append(contentsOf: [" ", FileCode.path.placeholder])
            codes = [.path]
        }
        guard codes.count == 1 else { throw Omission("Its command takes files at more than one place.") }
        let words = try GLibWords.split(String(text)) { _ in true }
        try self.init(words, isSingle ? .single : codes[0].isPlural ? .together : .each)
        try Self.checkQuotes(words) { _ in true }
    }

    /// Rejects a file in double quotation marks if its value includes single ones, which would become part of
    /// the name; scripts and displayed text are exempt.
    static func checkQuotes(
        _ words: [CommandWord], bringsQuotes: (FileCode) -> Bool
    ) throws(Omission) {
        let coded = words.map(\.coded)
        let script = FilePlaces.scriptIndex(coded)
        guard !FilePlaces.isShown(coded) else { return }
        for (index, word) in words.enumerated() where index != script {
            for case .code(let code, isQuoted: true) in word.pieces where bringsQuotes(code) {
                throw .quotedCode
            }
        }
    }

    private static func code(_ letter: Unicode.Scalar, _ takesURIs: Bool) -> FileCode? {
        switch letter {
        case "f": .path
        case "F": .paths
        case "u": takesURIs ? .uri : .path
        case "U": takesURIs ? .uris : .paths
        case "n": .name
        case "N": .names
        case "d": .folder
        case "D": .folders
        default: nil
        }
    }

    private static func replacement(_ letter: Unicode.Scalar, _ facts: EntryFacts, _ path: String?) -> String
    {
        switch letter {
        case "%": "%"
        case "c": quoted(facts.name)
        case "i": facts.icon.isEmpty ? "" : "--icon " + quoted(facts.icon)
        case "k": path.map(quoted) ?? ""
        default: ""
        }
    }

    /// Quotes like g_shell_quote().
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

extension Omission {
    static let quotedCode = Omission(
        "Its command has the file in double quotation marks. "
            + "Its own program adds single ones, so no file is found."
    )
}
