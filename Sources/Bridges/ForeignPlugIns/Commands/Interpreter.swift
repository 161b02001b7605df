// SPDX-License-Identifier: Apache-2.0

/// A program that reads another language than the shell's: from a file, or from its words where these are a few plain
/// instructions that start nothing.
enum Interpreter {
    case sed, awk, perl, python, other

    private static let others: Set<String> = [
        "pypy", "ruby", "php", "node", "nodejs", "lua", "luajit", "tclsh", "wish", "gjs", "guile", "deno",
        "bun", "zsh", "rzsh", "ksh", "rksh", "mksh", "lksh", "oksh", "pdksh", "yash", "csh", "bsdcsh", "tcsh",
        "fish", "xonsh", "elvish", "pwsh", "nu",
    ]

    init?(_ word: String) {
        switch Programs.baseName(word).filter(\.isLetter) {
        case "sed", "gsed": self = .sed
        case "awk", "gawk", "mawk", "nawk": self = .awk
        case "perl": self = .perl
        case "python": self = .python
        case let name where Self.others.contains(name): self = .other
        default: return nil
        }
    }

    /// Whether its first word is a script.
    var isFilter: Bool { self == .sed || self == .awk }

    /// Whether the script is one substitution or deletion, with no code in it, or prints words and fields.
    func isHarmless(_ script: String) -> Bool {
        switch self {
        case .sed:
            let address = #"(\/(\\.|[^\/\\\n])*\/)?[0-9$,]*"#
            let text = #"(\\.|(?!\4)[^\\\n])*\4"#
            return matches(script, address + #"([dpq=]|s([\/|,#!@~^:])"# + text + text + "[gpiIm0-9]*)")
        case .perl: return matches(script, #"s\/((\\.|\$(?=[0-9\/])|[^\/\\\n@$(]|\((?!\?))*\/){2}[gimsx]*;?"#)
        case .awk, .python:
            let words = script.split { !$0.isLetter && $0 != "_" }
            let known: Set = ["import", "sys", "print", "argv", "NR", "NF"]
            return words.allSatisfy { $0.count == 1 || known.contains(String($0)) }
                && !script.contains { "|`<>\\@&\"".contains($0) }
        case .other: return false
        }
    }

    private func matches(_ script: String, _ pattern: String) -> Bool {
        (try? Regex(pattern).wholeMatch(in: script)) != nil
    }
}
