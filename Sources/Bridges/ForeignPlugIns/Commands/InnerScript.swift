// SPDX-License-Identifier: Apache-2.0
//
// `sh -c "convert '%f' out.png"`: the foreign program puts the file's path into the script, and a name such as
// `$(reboot).png` is run. Here the script gets a parameter in the path's place, and the path as an argument. For names
// of letters and digits both are the same; for all others this one does what the author meant.

/// Scripts that a command hands to a shell as an argument.
enum InnerScript {
    /// The words, with no file in the text of a script.
    static func withoutNames(
        _ words: [CommandWord], _ handing: PlugInCommand.Handing
    ) throws(Omission) -> [CommandWord] {
        guard let index = FilePlaces.scriptIndex(words.map(\.coded)), !words[index].codes.isEmpty else {
            try FilePlaces.check([words.map(\.coded)])
            return words
        }
        // Parameters that it has already would have to be counted past.
        guard index == words.count - 1 else { throw .namesAsScript }
        let text = try ShellText(coded: words[index].coded)
        let line = try ShellLine(text, handing)
        var file = CommandWord()
        let isURI = text.codes.contains { $0.isURI }
        file.append(
            .code(handing.isTogether ? (isURI ? .uris : .paths) : (isURI ? .uri : .path), isQuoted: false))
        let script = CommandWord(line.exec[2].replacing("%%", with: "%"))
        // The script itself has been looked at.
        let around = words[..<index] + [CommandWord(":"), CommandWord("sh"), file]
        try FilePlaces.check([around.map(\.coded)])
        return words[..<index] + [script, CommandWord("sh"), file]
    }
}
