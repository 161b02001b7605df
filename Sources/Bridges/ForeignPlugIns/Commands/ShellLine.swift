// SPDX-License-Identifier: Apache-2.0

/// The argument vector of a shell that runs a line with the files as its parameters.
struct ShellLine {
    let exec: [String]

    /// Creates the line from words that have been checked; `exec` replaces the shell with the program.
    init(
        words: [CommandWord], _ handing: PlugInCommand.Handing, refusing refused: RefusedNames
    ) throws(Omission) {
        var text = ""
        for word in words {
            text += text.isEmpty ? "exec " : " "
            if word.pieces.isEmpty { text += "''" }
            for piece in word.pieces {
                switch piece {
                case .text(let literal): text += ShellText.quoted(literal)
                case .code(let code, let isQuoted):
                    text += isQuoted ? "\"" + code.text + "\"" : code.text
                }
            }
        }
        try self.init(ShellText(coded: text), handing, refusing: refused)
    }

    init(_ text: ShellText, _ handing: PlugInCommand.Handing) throws(Omission) {
        try self.init(text, handing, refusing: FilePlaces.check(text.commands))
    }

    private init(
        _ text: ShellText, _ handing: PlugInCommand.Handing, refusing refused: RefusedNames
    ) throws(Omission) {
        let codes = Set(text.codes.map { handing.isTogether ? $0 : $0.singular })
        let areURIs = codes.contains { $0.isURI }
        if areURIs, codes.contains(where: { !$0.isURI && $0 != .count }) { throw .mixedAddresses }
        let lists = Set(codes.filter(\.isPlural))
        let parameters = areURIs ? (many: "%U", one: "%u") : (many: "%F", one: "%f")
        let line: String
        if !handing.isTogether {
            line = Self.line(text) { $0.singular.parameter }
        } else if handing == .togetherByFirst, lists.subtracting([.paths, .uris]).isEmpty {
            line = Self.line(text, \.parameter)
        } else if lists.subtracting([.paths, .uris]).isEmpty {
            line = Self.linesByCount(text, codes)
        } else {
            line = try Self.lineOfParts(text, codes)
        }
        let escaped = (refused.line + line).replacing("%", with: "%%")
        let needsFiles = !codes.isEmpty
        exec =
            ["/bin/sh", "-c", escaped]
            + (needsFiles ? ["sh", handing.isTogether ? parameters.many : parameters.one] : [])
    }

    /// The line with parameters for its codes; a code without a parameter is removed.
    private static func line(_ text: ShellText, _ parameter: (FileCode) -> String?) -> String {
        text.parts.reduce(into: "") { line, part in
            switch part {
            case .text(let literal): line += literal
            case .code(let code, let quoting):
                guard let parameter = parameter(code) else { break }
                let isList = parameter == "$@"
                switch quoting {
                case .none: line += "\"" + parameter + "\""
                case .double: line += isList ? "$*" : parameter
                case .single: line += "'\"" + (isList ? "$*" : parameter) + "\"'"
                case .dollar: line += "'\"" + (isList ? "$*" : parameter) + "\"$'"
                }
            }
        }
    }

    /// Follows KIO, which replaces codes for one file by nothing if there are several.
    private static func linesByCount(_ text: ShellText, _ codes: Set<FileCode>) -> String {
        let all = line(text) { $0.isPlural ? "$@" : $0 == .count ? $0.parameter : nil }
        guard codes.contains(where: { !$0.isPlural && $0 != .count }) else { return all }
        let one = line(text) { $0.isPlural ? "$@" : $0.parameter }
        return "if [ $# -eq 1 ]; then \(one)\nelse \(all)\nfi"
    }

    /// A line that uses the names or folders of all files: it first replaces the shell's parameters by them.
    private static func lineOfParts(_ text: ShellText, _ codes: Set<FileCode>) throws(Omission) -> String {
        guard codes.count == 1, let code = codes.first, let part = code.singular.parameter(of: "f") else {
            throw .listsOfParts
        }
        return "for f do shift; set -- \"$@\" \"\(part)\"; done; " + line(text) { _ in "$@" }
    }
}

extension FileCode {
    /// The shell expression for the code, with `$1` as a single file; nil if there is none.
    var parameter: String? {
        switch self {
        case .paths, .uris: "$@"
        case .count: "$#"
        default: parameter(of: "1")
        }
    }

    func parameter(of name: String) -> String? {
        switch self {
        case .path, .uri: "${\(name)}"
        case .name: "${\(name)##*/}"
        // `${f%/*}` would be empty for a file in the root folder, hence dirname.
        case .folder: "$(dirname -- \"${\(name)}\")"
        case .folderWithSlash: "${\(name)%/*}/"
        case .stem: "$(n=\"${\(name)##*/}\"; printf %s \"${n%.*}\")"
        case .ending: "$(n=\"${\(name)##*/}\"; case $n in *.*) printf %s \"${n##*.}\";; esac)"
        default: nil
        }
    }
}
