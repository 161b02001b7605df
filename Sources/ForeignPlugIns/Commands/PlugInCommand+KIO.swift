// SPDX-License-Identifier: Apache-2.0

extension PlugInCommand {
    /// What KIO puts into a command besides files.
    struct EntryFacts: Sendable {
        /// Of the whole file, not of the action: KIO::ApplicationLauncherJob exchanges the command alone.
        var name = ""
        var icon = ""
    }

    /// A command of a service menu, as KIO::DesktopExecParser::resultingArguments() reads it.
    ///
    /// - Parameter isSingle: whether no more than one file can be selected.
    init(kio command: String, _ facts: EntryFacts, isSingle: Bool, home: String) throws(Omission) {
        let isTogether = ["%F", "%U", "%N", "%D"].contains { command.contains($0) }
        var text = try ShellText(command) { Self.reading($0, facts) }
        // "Did the user forget to append something like '%f'?"
        if text.codes.isEmpty { text = try ShellText(coded: text.coded + " " + Self.path) }
        let handing: Handing = isSingle ? .single : isTogether ? .together : .each
        switch try KShellWords.split(text.coded, home: home) {
        case .words(let words):
            if handing == .together, words.flatMap(\.codes).contains(where: { !$0.isPlural }) {
                try self.init(text, handing)
            } else {
                try self.init(words, handing)
            }
        case .needsShell:
            try InnerScript.refuse(in: text)
            try self.init(text, handing)
        }
    }

    private static let path = String(String.UnicodeScalarView([FileCode.path.placeholder]))

    private static func reading(
        _ rest: ArraySlice<Unicode.Scalar>, _ facts: EntryFacts
    ) -> ShellText.Reading? {
        guard rest.first == "%" else { return nil }
        guard let letter = rest.dropFirst().first else { return nil }
        if let code = code(letter) { return .replaced([.code(code)], length: 2) }
        switch letter {
        case "%": return .replaced([.sign("%")], length: 2)
        case "c": return .replaced([.text(facts.name)], length: 2)
        // Exchanging the command makes KService forget its own path.
        case "k": return .replaced([.text("")], length: 2)
        case "i": return .replaced([.text("--icon"), .text(facts.icon)], length: 2)
        case "m", "v": return .replaced([], length: 2)
        default: return .literal(length: 2)
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
