// SPDX-License-Identifier: Apache-2.0

struct Expansions {
    /// The contents of all expansions; a nested one is also part of its parent's content.
    private(set) var contents: [String] = []
    /// The contents of the outermost expansions.
    private(set) var outer: [String] = []
    /// The word with a mark in place of each outermost expansion.
    private(set) var outside = String.UnicodeScalarView()

    init(_ word: String) {
        var open = [(mark: ShellWords.expansion, text: String.UnicodeScalarView())]
        for scalar in word.unicodeScalars {
            switch scalar {
            case ShellWords.expansion, ShellWords.looseExpansion:
                open.append((scalar, String.UnicodeScalarView()))
            case ShellWords.expansionEnd:
                guard open.count > 1, let (mark, content) = open.popLast() else { continue }
                contents.append(String(content))
                open[open.count - 1].text.append(mark)
                guard open.count > 1 else {
                    outer.append(String(content))
                    continue
                }
                open[open.count - 1].text.append(contentsOf: content + [scalar])
            default: open[open.count - 1].text.append(scalar)
            }
        }
        outside = open[0].text
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == ShellWords.expansion || scalar == ShellWords.looseExpansion
    }

    /// Whether the word consists of one expansion.
    var isAlone: Bool { outside.count == 1 && outside.allSatisfy(Self.isMark) }

    static func variable(_ content: String) -> String {
        let rest = content.first == "#" && content.count > 1 ? content.dropFirst() : content[...]
        let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        return String(name.isEmpty ? rest.prefix(1) : name)
    }

    /// The operation on the variable's value: the text after its name.
    static func operation(_ content: String) -> Substring {
        content.drop { $0 == "#" }.dropFirst(variable(content).count)
    }

    /// Whether the shell only inserts text, and neither calculates, assigns nor dereferences another
    /// variable.
    static func isText(_ content: String) -> Bool {
        let name = variable(content)
        guard
            name.count == 1 && "@*#?$!-".contains(name)
                || name.allSatisfy({ $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return false }
        let operation = operation(content)
        guard let sign = operation.first else { return true }
        // `${!#}` dereferences to the last parameter.
        guard name != "!", !operation.unicodeScalars.contains(where: isMark) else { return false }
        return "#%".contains(sign) || operation.wholeMatch(of: /:[0-9]+(:[0-9]+)?/) != nil
    }

    /// Indexes of the commands whose output is inserted; nil for a variable.
    static func commands(_ content: String) -> Range<Int>? {
        let bounds = content.split(separator: "(").first?.split(separator: ",").compactMap { Int($0) } ?? []
        return content.hasPrefix("(") && bounds.count == 2 ? bounds[0]..<bounds[1] : nil
    }
}
