// SPDX-License-Identifier: Apache-2.0

// The titles of system activities, which no custom activity may use (HIG, Activity: do not re-create built-in
// services), and the search for similar ones.
//
// A title is reserved if it folds to the same key as a system title, in any language. It recreates a system
// activity if it contains every word of a system title; in scripts without blanks, if it contains the system
// title. That second test is about likeness, and words of two languages are more often alike by chance than
// by intent: folded, Vietnamese Gửi (send) is "gui", and Danish Del (share) is an English verb. So system
// titles under four cells count only against titles in their own language. A base title counts as English.

package struct ReservedTitle: Hashable, Sendable {
    package let identifier: String
    package let title: String
    /// The key in `titles`; nil for the base title.
    package let locale: String?

    package init(identifier: String, title: String, locale: String?) {
        self.identifier = identifier
        self.title = title
        self.locale = locale
    }
}

/// The system activities' titles in all languages, indexed for the search for equal and similar titles.
package struct ReservedTitles: Equatable, Sendable {
    private let entries: [Entry]
    /// Index of the first entry for each folded title.
    private let equals: [String: Int]
    /// Indices of entries by their first word; by their first character if the script has no blanks.
    private let beginnings: [String: [Int]]

    /// Indexes the titles; the first of several with the same folded form wins.
    package init(_ systemTitles: [(identifier: String, title: String, locale: String?)]) {
        let entries = systemTitles.map {
            Entry(ReservedTitle(identifier: $0.identifier, title: $0.title, locale: $0.locale))
        }
        let named = entries.enumerated().filter { !$1.words.isEmpty }
        self.entries = entries
        equals = Dictionary(named.map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        beginnings = Dictionary(grouping: named.map(\.offset), by: { entries[$0].beginning })
    }

    package var titles: [ReservedTitle] { entries.map(\.reserved) }

    package static func == (one: ReservedTitles, other: ReservedTitles) -> Bool { one.titles == other.titles }

    /// The system title that equals `title` apart from case, accents, final punctuation and invisible
    /// characters; nil if there is none.
    package func reserver(of title: String) -> ReservedTitle? {
        let index =
            equals[TitleFolding.fold(title)]
            ?? TitleFolding.withoutFillers(title).flatMap { equals[TitleFolding.fold($0)] }
        return index.map { entries[$0].reserved }
    }

    /// The system title whose words are all in `title`, preferably one in the same language; nil if there is
    /// none. Equal titles match too.
    package func recreated(by title: String, locale: LocaleTag? = nil) -> ReservedTitle? {
        let probe = Entry(ReservedTitle(identifier: "", title: title, locale: locale?.description))
        let alike = probe.possibleBeginnings.flatMap { beginnings[$0] ?? [] }.sorted().map { entries[$0] }
            .filter { $0.isRecreated(by: probe) }
        return (alike.first { $0.language == probe.language } ?? alike.first)?.reserved
    }
}

/// A title split for comparison.
private struct Entry: Sendable {
    let reserved: ReservedTitle
    let key: String
    let words: [String]
    /// The words, joined without separators.
    let solid: String
    let language: String

    init(_ reserved: ReservedTitle) {
        self.reserved = reserved
        key = TitleFolding.fold(reserved.title)
        words = TitleFolding.words(reserved.title)
        solid = words.joined()
        language = reserved.locale.flatMap(LocaleTag.init)?.language ?? "en"
    }

    /// Whether the title's script has no blanks between words.
    var isSolid: Bool { solid.contains(where: LineBreak.standsWithoutBlanks) }

    var beginning: String { isSolid ? String(solid.prefix(1)) : words.first ?? "" }

    var possibleBeginnings: Set<String> { Set(words + solid.map { String($0) }) }

    func isRecreated(by other: Entry) -> Bool {
        guard language == other.language || CellWidth.of(solid) >= Self.minimumCells else { return false }
        return isSolid
            ? solid.count > 1 && other.solid.contains(solid) : words.allSatisfy(other.words.contains)
    }

    /// Minimum width at which a likeness between two languages is unlikely to be chance.
    private static let minimumCells = 4
}
