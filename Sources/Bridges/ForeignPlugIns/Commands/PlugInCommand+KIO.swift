// SPDX-License-Identifier: Apache-2.0

extension PlugInCommand {
    /// Values other than files that KIO inserts into a command.
    struct EntryFacts: Sendable {
        /// Name of the whole entry, not the action: KIO::ApplicationLauncherJob replaces only the command.
        var name = ""
        var icon = ""
    }

    /// Translates a service menu's command like KIO::DesktopExecParser::resultingArguments().
    ///
    /// - Parameter isSingle: whether at most one file can be selected.
    init(kio command: String, _ facts: EntryFacts, isSingle: Bool, home: String) throws(Omission) {
        let isTogether = ["%F", "%U", "%N", "%D"].contains { command.contains($0) }
        var text = try ShellText(command) { rest throws(Omission) in try Self.reading(rest, facts) }
        guard !text.hasStrayBracket else {
            throw Omission("KDE cannot read its command: a bracket in it is closed that was not opened.")
        }
        // "Did the user forget to append something like '%f'?"
        if text.codes.isEmpty { text = try ShellText(coded: text.coded + " " + FileCode.path.text) }
        // The shell would assign the first of several files of `f=%F` to f, and run the second.
        let isForOne = text.assignsList
        let handing: Handing = isSingle || isForOne ? .single : isTogether ? .together : .each
        if let words = try KShellWords.split(text.coded, home: home) {
            try self.init(words, handing)
        } else {
            guard !text.parts.contains(where: \.isInDollarQuotes) else {
                throw Omission("It has a file inside $'…', which not every shell knows.")
            }
            try self.init(text, handing)
        }
        self.isForOne = isForOne
    }

    private static func reading(
        _ rest: ArraySlice<Unicode.Scalar>, _ facts: EntryFacts
    ) throws(Omission) -> ShellText.Reading? {
        guard rest.first == "%" else { return nil }
        guard let letter = rest.dropFirst().first else {
            throw Omission("KDE cannot read its command: it ends in a percent sign.")
        }
        if let code = code(letter) { return ([.code(code)], 2) }
        switch letter {
        case "%": return ([.sign("%")], 2)
        case "c": return ([.text(facts.name)], 2)
        // Once the command is replaced, KService no longer knows its path.
        case "k": return ([.text("")], 2)
        case "i": return ([.text("--icon"), .text(facts.icon)], 2)
        case "m": return ([], 2)
        case "v": throw Omission("It is for drives, and not for files.")
        // KDE skips the character after an unknown code; the shell does not.
        default: return nil
        }
    }

    private static func code(_ letter: Unicode.Scalar) -> FileCode? {
        switch letter {
        case "f", "u": .path
        case "F", "U": .paths
        case "n": .name
        case "N": .names
        case "d": .folderWithSlash
        case "D": .foldersWithSlash
        default: nil
        }
    }
}
