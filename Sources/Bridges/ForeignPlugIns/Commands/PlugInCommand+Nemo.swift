// SPDX-License-Identifier: Apache-2.0

extension PlugInCommand {
    /// Translates an action's command like Nemo: codes are replaced by text, quoted according to `Quote`, and
    /// GLib splits the result.
    ///
    /// Nemo escapes paths for an unquoted position, or for the marks of `Quote`. In other quotation marks, it
    /// would add backslashes to names with special characters; the translation passes the real path instead,
    /// as the author meant.
    ///
    /// - Parameters:
    ///   - conditions: commands that must succeed, without their leading `exec`. Nemo runs them to determine
    ///     whether to show the action; here they run before the command, which is skipped if one fails.
    ///   - folder: the folder of the action's file, to which `<…>` is relative.
    ///   - separator: text between files, with the quotation marks of `Quote`.
    init(
        nemo command: String, conditions: [String] = [], folder: String, separator: String = " ",
        isSingle: Bool
    ) throws(Omission) {
        let written = try Self.words(command, folder)
        let joints = Self.joints(of: written, separator)
        // The shell joins its parameters with a single character.
        let isForOne = !isSingle && (joints.count > 1 || joints.contains { $0.unicodeScalars.count != 1 })
        let isSingle = isSingle || isForOne
        let words = Self.joined(written, separator)
        let conditions = try conditions.map { text throws(Omission) in
            Self.joined(try Self.words(text, folder), separator)
        }
        // A code for one file means the first, however many are selected.
        let isOfFirst = !isSingle && words.flatMap(\.codes).contains(where: { !$0.isPlural })
        if isOfFirst || !conditions.isEmpty {
            try self.init(firstOf: words, conditions: conditions)
        } else {
            try self.init(words, isSingle ? .single : .together)
        }
        if !isSingle, let joint = joints.first, joint != " " {
            exec[2] = "IFS=" + ShellText.quoted(joint).replacing("%", with: "%%") + "; " + exec[2]
        }
        self.isForOne = isForOne
    }

    private static func words(_ command: String, _ folder: String) throws(Omission) -> [CommandWord] {
        try GLibWords.split(try coded(resolved(command, folder)))
    }

    /// Marks codes whose files are joined to one argument as quoted.
    private static func joined(_ words: [CommandWord], _ separator: String) -> [CommandWord] {
        words.map { word in
            word.map { piece in
                guard case .code(let code, let isQuoted) = piece, code.isPlural else { return piece }
                return .code(code, isQuoted: joint(separator, isQuoted) != nil)
            }
        }
    }

    /// All texts that join files to one argument in the command. In a script, the shell splits words at
    /// spaces; any other way to pass several files counts as "", so that the command is offered for one file
    /// only.
    private static func joints(of words: [CommandWord], _ separator: String) -> Set<String> {
        let script = FilePlaces.scriptIndex(words.map(\.coded))
        var joints: Set<String> = []
        for (index, word) in words.enumerated() {
            for case .code(let code, let isQuoted) in word.pieces where code.isPlural {
                let joint = joint(separator, isQuoted)
                if index == script {
                    if joint != " " { joints.insert("") }
                } else if let joint {
                    joints.insert(joint)
                }
            }
        }
        return joints
    }

    /// The text that joins files to one argument; nil if each file is an argument. With the separator `" "`,
    /// `"%F"` puts quotation marks around each file, and `%F` quotes the space.
    private static func joint(_ separator: String, _ isQuoted: Bool) -> String? {
        let marks = ["\"", "'"].first {
            separator.count > 1 && separator.hasPrefix($0) && separator.hasSuffix($0)
        }
        let inside = marks == nil ? separator : String(separator.dropFirst().dropLast())
        let isBlank = !inside.isEmpty && inside.allSatisfy(\.isWhitespace)
        return isBlank && (marks != nil) == isQuoted ? nil : inside
    }

    /// Resolves `<…>` around the whole command: the program is beside the action's file.
    private static func resolved(_ command: String, _ folder: String) -> String {
        guard command.hasPrefix("<"), command.hasSuffix(">"), command.count > 1 else { return command }
        let inside = command.dropFirst().prefix { $0 != "<" && $0 != ">" }
        return ShellText.quoted(folder + "/") + inside
    }

    /// Replaces codes by placeholders; at the first unknown code, Nemo leaves the rest unchanged.
    private static func coded(_ command: String) throws(Omission) -> String {
        var text = String.UnicodeScalarView()
        var rest = Substring(command).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                text.append(scalar)
                continue
            }
            switch rest.first {
            case "F": text.append(FileCode.paths.placeholder)
            case "U": text.append(FileCode.uris.placeholder)
            case "f", "N": text.append(FileCode.name.placeholder)
            case "P": text.append(FileCode.folder.placeholder)
            case "%": text.append("%")
            case "R", "p", "D", "e", "X":
                throw Omission(
                    "It asks Nemo for what only Nemo knows (%\(rest.first.map(String.init) ?? "")).")
            default:
                text.append(scalar)
                text.append(contentsOf: rest)
                return String(text)
            }
            rest.removeFirst()
        }
        return String(text)
    }

    /// Creates a command that receives all files at once, although some codes mean only the first.
    init(firstOf words: [CommandWord], conditions: [[CommandWord]] = []) throws(Omission) {
        exec = try ShellLine(firstOf: words, conditions: conditions).exec
        each = false
        program = words.first?.text
        programs = StartedPrograms.of((conditions + [words]).map { $0.map(\.coded) })
    }
}

extension ShellLine {
    /// Creates the line; codes for one file mean the first.
    fileprivate init(firstOf words: [CommandWord], conditions: [[CommandWord]]) throws(Omission) {
        let checked = try (conditions + [words]).map { words throws(Omission) in
            try InnerScript.withoutNames(words, .togetherByFirst)
        }
        let (commands, refused) = (
            checked.map(\.words), checked.reduce(into: RefusedNames()) { $0.formUnion($1.refused) }
        )
        let codes = commands.flatMap { $0.flatMap(\.codes) }
        if codes.contains(where: \.isURI), codes.contains(where: { !$0.isURI }) { throw .mixedAddresses }
        // The shell has only one list of parameters, which holds the files.
        guard codes.allSatisfy({ !$0.isPlural || $0.isPath || $0.isURI }) else { throw .listsOfParts }
        let guards = commands.dropLast().map {
            Self.line($0) + " >/dev/null || { echo \"It is not for these files.\" >&2; exit 1; }\n"
        }
        let line = refused.line + guards.joined() + "exec " + Self.line(commands[conditions.count])
        exec = [
            "/bin/sh", "-c", line.replacing("%", with: "%%"), "sh",
            codes.contains(where: \.isURI) ? "%U" : "%F",
        ]
    }

    private static func line(_ words: [CommandWord]) -> String {
        words.map { word in
            let text = word.pieces.reduce(into: "") { text, piece in
                switch piece {
                case .text(let literal): text += ShellText.quoted(literal)
                case .code(let code, let isQuoted):
                    text += "\"" + (code.isPlural ? isQuoted ? "$*" : "$@" : code.parameter ?? "") + "\""
                }
            }
            return text.isEmpty ? "''" : text
        }.joined(separator: " ")
    }
}
