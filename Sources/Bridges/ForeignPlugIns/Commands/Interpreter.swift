// SPDX-License-Identifier: Apache-2.0

/// An interpreter of a language other than the shell's. It may run a file, or a literal script of a few plain
/// instructions that start no program.
enum Interpreter {
    case sed, awk, perl, python, other

    private static let others: Set<String> = [
        "pypy", "ruby", "php", "node", "nodejs", "lua", "luajit", "tclsh", "wish", "gjs", "guile", "deno",
        "bun", "zsh", "rzsh", "ksh", "rksh", "mksh", "lksh", "oksh", "pdksh", "yash", "csh", "bsdcsh", "tcsh",
        "fish", "xonsh", "elvish", "pwsh", "nu",
    ]

    init?(_ word: String) {
        switch Programs.language(word) {
        case "sed", "gsed": self = .sed
        case "awk", "gawk", "mawk", "nawk": self = .awk
        case "perl": self = .perl
        case "python": self = .python
        case let name where Self.others.contains(name): self = .other
        default: return nil
        }
    }

    /// Whether the first operand is a script.
    var isFilter: Bool { self == .sed || self == .awk }

    /// Whether the option is a known one without an attached script or file, which must be a separate word.
    func isOption(_ word: String) -> Bool {
        let options =
            switch self {
            case .sed: "-[nsuzErb]*([efi]|i[.~][^/]*)?"
            case .awk: "-([vfFe]|F[^=]+|v[a-z]+=[A-Za-z0-9.]*)"
            case .perl: "-([nplaswWtTu0-9]*([eEi]|i[.~][^/]*)?|M[A-Za-z0-9_:]+)"
            case .python: "-([bBdEhiIOqsSuvVx]*[cm]?|W[a-z]*)"
            case .other: "-[wqf]"
            }
        return matches(word, options)
    }

    /// Whether the option loads a module, attached or in the next word.
    func isModule(_ option: String) -> Bool {
        self == .perl && option.hasPrefix("-M") || self == .python && option.hasSuffix("m")
    }

    /// Whether the script is one substitution or deletion without code, or only prints words and fields.
    func isHarmless(_ script: String) -> Bool {
        switch self {
        case .sed:
            let address = #"(\/(\\.|[^\/\\\n])*\/)?[0-9$,]*"#
            let text = #"(\\.|(?!\4)[^\\\n])*\4"#
            return matches(script, address + #"([dpq=]|s([\/|,#!@~^:])"# + text + text + "[gpiIm0-9]*)")
        case .perl: return matches(script, #"s\/((\\.|\$(?=[0-9\/])|[^\/\\\n@$(]|\((?!\?))*\/){2}[gimsx]*;?"#)
        case .awk, .python:
            let words = script.split { !$0.isLetter && $0 != "_" }
            let known: Set = ["sys", "print", "argv", "NR", "NF", "END"]
            let modules = zip(words, words.dropFirst()).filter { $0.0 == "import" }.map(\.1)
            return words.allSatisfy { $0.count == 1 || $0 == "import" || known.contains(String($0)) }
                && modules.allSatisfy { $0 == "sys" }
                && !script.contains { "|`<>\\@&\"*?".contains($0) }
        case .other: return false
        }
    }

    private func matches(_ script: String, _ pattern: String) -> Bool {
        (try? Regex(pattern).wholeMatch(in: script)) != nil
    }
}
