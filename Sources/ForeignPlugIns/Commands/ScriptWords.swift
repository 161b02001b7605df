// SPDX-License-Identifier: Apache-2.0

/// The words behind a program that reads another language, taken apart as getopt() does for it.
struct ScriptWords {
    /// The letters of its options.
    private(set) var letters = ""
    /// The texts that it runs.
    private(set) var scripts: [String] = []
    /// Files that it reads scripts from.
    private(set) var files: [String] = []
    /// Whether it runs a module by its name, as python does.
    private(set) var isModule = false
    /// Other options and their values.
    private(set) var values: [String] = []
    /// Arguments, behind a script if that is no option's.
    private(set) var operands: Range<Int>

    /// The meaning of a program's option letters.
    private struct Letters {
        /// Have a value, in the same word or the next.
        var valued = ""
        /// Have the rest of the word as their value.
        var joined = ""
        /// Have a script as their value.
        var scripts = ""
        /// End the options.
        var last = ""
        /// Whether options may stand behind operands.
        var isOpen = false
    }

    private static let letters: [String: Letters] = [
        "sed": Letters(valued: "efl", joined: "i", scripts: "e", isOpen: true),
        "awk": Letters(valued: "fvFeEil", scripts: "e"),
        "perl": Letters(valued: "eEI", joined: "iFmMCxdDV", scripts: "eE"),
        "python": Letters(valued: "cmWX", scripts: "c", last: "cm"),
        "pypy": Letters(valued: "cmWX", scripts: "c", last: "cm"),
        "ruby": Letters(valued: "eErIC", joined: "iFKTWx", scripts: "e"),
        "php": Letters(valued: "rBREFcdfStz", scripts: "rBRE"),
    ]

    init(_ words: [String], reader: Int, isFilter: Bool) {
        let name = ScriptReader.baseName(words[reader]).filter(\.isLetter)
        let meaning = Self.letters.first(where: { name.hasSuffix($0.key) })?.value ?? Letters()
        operands = words.endIndex..<words.endIndex
        var index = reader + 1
        var first: Int?
        while index < words.endIndex {
            let word = words[index]
            if word == "--" || !word.hasPrefix("-") && !meaning.isOpen { break }
            if word == "-" || !word.hasPrefix("-") {
                first = first ?? index
            } else {
                read(words, &index, meaning)
            }
            if word == "-", !meaning.isOpen { break }
            index += 1
            if letters.contains(where: { meaning.last.contains($0) }) {
                isModule = scripts.isEmpty
                break
            }
        }
        if index < words.endIndex, words[index] == "--" { index += 1 }
        var start = first ?? min(index, words.endIndex)
        let isText = isFilter ? files.isEmpty : letters.contains { "cerEp".contains($0) }
        if scripts.isEmpty, isText, start < words.endIndex {
            scripts = [words[start]]
            start += 1
        }
        operands = start..<words.endIndex
    }

    /// Reads one option, and goes on to its value.
    private mutating func read(_ words: [String], _ index: inout Int, _ meaning: Letters) {
        let word = words[index]
        guard !word.hasPrefix("--") else {
            let name = String(word.prefix { $0 != "=" })
            guard ["--expression", "--eval", "--source"].contains(name) else { return values.append(word) }
            if name == word { index += 1 }
            letters += "e"
            let script = name == word ? words.dropFirst(index).first : String(word.dropFirst(name.count + 1))
            return scripts += script.map { [$0] } ?? []
        }
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
            letters.append(letter)
            if meaning.joined.contains(letter) { return values.append(String(rest)) }
            guard meaning.valued.contains(letter) else {
                values.append(String(letter))
                continue
            }
            if rest.isEmpty { index += 1 }
            guard let value = rest.isEmpty ? words.dropFirst(index).first : String(rest) else { return }
            if meaning.scripts.contains(letter) {
                scripts.append(value)
            } else if letter == "f" {
                files.append(value)
            } else if letter != "v" || FilePlaces.assigned(value) == nil {
                values.append(value)
            }
            return
        }
    }
}
