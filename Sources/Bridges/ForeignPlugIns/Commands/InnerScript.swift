// SPDX-License-Identifier: Apache-2.0
//
// In `sh -c "convert '%f' out.png"` the foreign program inserts the file's path into the script, and would
// run a name such as `$(reboot).png`. Here the script uses a parameter instead, and the path becomes an
// argument. Names of letters and digits give the same result; for all others, this does what the author
// meant.

enum InnerScript {
    /// Moves files from a script's text into its arguments.
    ///
    /// - Returns: the words, and the names that the line must refuse; such a script refuses its own.
    static func withoutNames(
        _ words: [CommandWord], _ handing: PlugInCommand.Handing
    ) throws(Omission) -> (words: [CommandWord], refused: RefusedNames) {
        guard let index = FilePlaces.scriptIndex(words.map(\.coded)), !words[index].codes.isEmpty else {
            return (words, try FilePlaces.check([words.map(\.coded)]))
        }
        // The script's own arguments would shift the numbering.
        guard index == words.count - 1 else { throw .namesAsScript }
        let text = try ShellText(coded: words[index].coded)
        let line = try ShellLine(text, handing)
        var file = CommandWord()
        let isURI = text.codes.contains { $0.isURI }
        file.append(
            .code(handing.isTogether ? (isURI ? .uris : .paths) : (isURI ? .uri : .path), isQuoted: false))
        let script = CommandWord(line.exec[2].replacing("%%", with: "%"))
        // The script itself has already been checked.
        let around = words[..<index] + [CommandWord("true"), CommandWord("sh"), file]
        let refused = try FilePlaces.check([around.map(\.coded)])
        return (words[..<index] + [script, CommandWord("sh"), file], refused)
    }
}
