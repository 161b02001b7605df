// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// People's names as initials, for a shared screen: "A. L.", "Ad. L." beside "An. L.", and numbers for names
/// that three letters cannot distinguish.
struct PersonInitials {
    private let shown: [String: String]

    /// - Parameter names: all names that are shown together.
    init(_ names: some Sequence<String>) {
        let words = Dictionary(names.map { ($0, Self.words($0)) }) { first, _ in first }
        var shown: [String: String] = [:]
        var alike = Array(words.keys)
        for letters in 1...3 where !alike.isEmpty {
            let short = Dictionary(grouping: alike) { Self.short(words[$0] ?? [], letters) }
            for (text, names) in short where names.count == 1 { shown[names[0]] = text }
            alike = short.values.filter { $0.count > 1 }.joined().map { $0 }
        }
        for (index, name) in alike.sorted().enumerated() {
            shown[name] = Self.short(words[name] ?? [], 1) + " \(index + 1)"
        }
        self.shown = shown
    }

    func initials(of name: String) -> String { shown[name] ?? Self.short(Self.words(name), 1) }

    private static func words(_ name: String) -> [[Character]] {
        name.split { !$0.isLetter && !$0.isNumber }.map(Array.init)
    }

    /// Abbreviates the first word to so many letters, the others to one.
    private static func short(_ words: [[Character]], _ letters: Int) -> String {
        guard let first = words.first else { return "…" }
        return ([first.prefix(letters)] + words.dropFirst().map { $0.prefix(1) })
            .map { String($0).capitalisedFirst + "." }.joined(separator: " ")
    }
}
