// SPDX-License-Identifier: Apache-2.0

extension PlugInCommand {
    /// Translates a profile's command like libfm-qt (DES-EMA, "Parameter expansion"): the first code
    /// determines whether the program runs once or for each file, and codes are replaced by quoted text
    /// before the line is split.
    init(action command: String, isSingle: Bool) throws(Omission) {
        var text = String.UnicodeScalarView()
        var isPlural: Bool?
        var rest = Substring(command).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                text.append(scalar)
                continue
            }
            guard let letter = rest.popFirst() else { break }
            if "BDFMOUWX".unicodeScalars.contains(letter) { isPlural = isPlural ?? true }
            if "bdfmouwx".unicodeScalars.contains(letter) { isPlural = isPlural ?? false }
            text.append(contentsOf: try Self.replacement(letter))
        }
        let bringsQuotes = { (code: FileCode) in !code.isURI && code != .count }
        let words = try GLibWords.split(String(text), bringsQuotes: bringsQuotes)
        let codes = words.flatMap(\.codes)
        let handing: Handing = isSingle ? .single : isPlural == true ? .together : .each
        if handing == .each, codes.contains(where: { $0.isPlural || $0 == .count }) {
            throw Omission("It is started for each file with the names of all of them.")
        }
        if handing == .together, codes.contains(where: { !$0.isPlural && $0 != .count }) {
            try self.init(firstOf: words)
        } else {
            try self.init(words, handing)
        }
        try Self.checkQuotes(words, bringsQuotes: bringsQuotes)
    }

    private static func replacement(_ letter: Unicode.Scalar) throws(Omission) -> [Unicode.Scalar] {
        switch letter {
        case "f": [FileCode.path.placeholder]
        case "F": [FileCode.paths.placeholder]
        case "u": [FileCode.uri.placeholder]
        case "U": [FileCode.uris.placeholder]
        case "b": [FileCode.name.placeholder]
        case "B": [FileCode.names.placeholder]
        case "d": [FileCode.folder.placeholder]
        case "D": [FileCode.folders.placeholder]
        case "w": [FileCode.stem.placeholder]
        case "x": [FileCode.ending.placeholder]
        case "c": [FileCode.count.placeholder]
        case "s": Array("file".unicodeScalars)
        case "%": ["%"]
        case "W", "X", "m", "M", "h", "n":
            throw Omission("It asks the file manager for what only that knows (%\(letter)).")
        default: []
        }
    }
}
