// SPDX-License-Identifier: Apache-2.0

extension PlugInCommand {
    /// A desktop entry's command as GDesktopAppInfo starts it: codes are exchanged for quoted text, then the whole is
    /// taken apart.
    ///
    /// - Parameters:
    ///   - path: Of the entry, for `%k`; nil where GIO was given no file.
    ///   - takesURIs: whether the entry says X-GIO-NoFuse, so that `%u` stays an address.
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

    /// Double quotation marks around a file that brings single ones make those part of its name, except in a script and
    /// in what is only shown.
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

    /// As g_shell_quote() does.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

extension Omission {
    static let quotedCode = Omission(
        "Its command has the file in double quotation marks. Its own program adds single ones, so no file is found."
    )
}
