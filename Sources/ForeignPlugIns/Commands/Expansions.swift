// SPDX-License-Identifier: Apache-2.0

/// The expansions in a word of a command.
struct Expansions {
    /// The texts between `${` and `}` or the like; those inside of others are there twice.
    private(set) var contents: [String] = []
    /// The word with a mark in the place of each.
    private(set) var outside = String.UnicodeScalarView()

    init(_ word: String) {
        var open = [String.UnicodeScalarView()]
        for scalar in word.unicodeScalars {
            switch scalar {
            case ShellWords.expansion: open.append(String.UnicodeScalarView())
            case ShellWords.expansionEnd:
                guard open.count > 1, let content = open.popLast() else { continue }
                contents.append(String(content))
                open[open.count - 1].append(ShellWords.expansion)
                if open.count > 1 { open[open.count - 1].append(contentsOf: content + [scalar]) }
            default: open[open.count - 1].append(scalar)
            }
        }
        outside = open[0]
    }

    /// Whether the word is one expansion and nothing else.
    var isAlone: Bool { outside.elementsEqual([ShellWords.expansion]) }

    /// The name of the variable that is expanded.
    static func variable(_ content: String) -> String {
        let rest = content.drop { $0 == "!" }
        let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        return String(name.isEmpty ? rest.prefix(1) : name)
    }

    /// The part of it that the shell calculates: `((…))`, `${x[…]}`, `${x:…}`.
    static func sum(_ content: String) -> Substring? {
        if content.hasPrefix("((") { return content.dropFirst(2) }
        let rest = content.drop { $0 == "!" || $0 == "#" }.dropFirst(variable(content).count)
        let isPart = rest.first == ":" && !"-+=?".contains(rest.dropFirst().first ?? "-")
        return rest.first == "[" || isPart ? rest : nil
    }

    /// Which commands' output it is.
    static func commands(_ content: String) -> Range<Int>? {
        let bounds = content.split(separator: "(").first?.split(separator: ",").compactMap { Int($0) } ?? []
        return content.hasPrefix("(") && bounds.count == 2 ? bounds[0]..<bounds[1] : nil
    }
}
