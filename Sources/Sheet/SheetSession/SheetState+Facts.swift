// SPDX-License-Identifier: Apache-2.0
//
// The sheet's sentences about private facts in the shared items. Nearly every file has a date and the name of
// a program, and people ignore a permanent line, so facts of the kinds time, software and other alone produce
// none.

package import ActivityInterface
package import ActivityModel
import ContentSelection

package struct InsideLine: Hashable, Sendable {
    /// Equivalent sentences, the one that names the most kinds first.
    package let texts: [String]
    /// Whether options have removed facts.
    package var hasGone = false
}

extension SheetState {
    /// The line for the present state; nil if there is nothing to say.
    package var insideLine: InsideLine? {
        guard options.isReady else {
            if case .failed = page { return nil }
            return options.faults.isEmpty ? InsideLine(texts: [words.preparing]) : nil
        }
        guard let inside = options.inside else { return nil }
        let (gone, kinds) = (Self.telling(gone), Self.telling(kindsInside))
        guard gone.isEmpty, kinds.isEmpty else { return line(gone, kinds) }
        let isSaid = inside.unread.isEmpty || !options.remaining.unread.isEmpty
        return isSaid ? nil : InsideLine(texts: [words.unread(inside.unread.count, of: items.count)])
    }

    private func line(_ gone: [FactKind], _ inside: [FactKind]) -> InsideLine {
        let most = max(gone.count, inside.count)
        let texts = (1...most).reversed().map { count in
            let parts = [
                gone.isEmpty ? nil : words.facts.gone(gone, naming: count),
                inside.isEmpty ? nil : words.facts.inside(inside, naming: count),
            ]
            return parts.compactMap(\.self).joined(separator: " · ")
        }
        return InsideLine(texts: texts, hasGone: !gone.isEmpty)
    }

    /// Private kinds in the items, except kinds that a warning names.
    private var kindsInside: [FactKind] {
        let warned = options.remaining.facts.kinds
        return options.inside?.facts.kinds.filter { !warned.contains($0) } ?? []
    }

    /// Private kinds that the applied options have removed; empty if some copies could not be read.
    private var gone: [FactKind] {
        guard let copies = options.copies, copies.unread.isEmpty else { return [] }
        let removed = options.switchedOn.reduce(into: Set<String>()) { $0.formUnion($1.removes) }
        let left = Set(copies.facts.kinds)
        return (options.originals?.facts.kinds ?? []).filter {
            removed.contains($0.rawValue) && !left.contains($0)
        }
    }

    /// Returns the kinds, or none if all of them are too common to mention.
    private static func telling(_ kinds: [FactKind]) -> [FactKind] {
        kinds.allSatisfy { [.time, .software, .other].contains($0) } ? [] : kinds
    }

    /// Kinds and values of the private facts in the items, one line per kind.
    package var factLines: [String] {
        let facts = options.inside?.facts ?? []
        return facts.kinds.map { kind in
            let values = facts.filter { $0.kind == kind.rawValue }.flatMap(\.values)
                .map { DisplayedName($0).text }.filter { !$0.isEmpty }
            let title = words.facts.title(kind)
            // Isolates the values, which may be in any language.
            return values.isEmpty ? title : "\(title): \u{2068}\(values.joined(separator: ", "))\u{2069}"
        }
    }

    /// The sentence about unread items if no warning mentions them; nil if there are none.
    package var unreadLine: String? {
        guard let unread = options.inside?.unread, !unread.isEmpty, options.remaining.unread.isEmpty else {
            return nil
        }
        return words.facts.unread(words.items(unread.count), unread.count)
    }

    // MARK: - Remaining facts

    /// The head's warnings: a failed option, or private facts that remain or may remain.
    package var warnings: [String] {
        guard options.faults.isEmpty else { return [words.failed(titles(options.faults.keys.sorted()))] }
        return options.isReady ? remaining(options.remaining).map(\.sentence) : []
    }

    /// The warnings, with the names of their items.
    package var namedWarnings: [String] {
        guard options.faults.isEmpty, options.isReady else { return [] }
        return remaining(options.remaining).map { sentence, places in
            items.count > 1
                ? words.sentence(sentence, with: names(places).joined(separator: ", ")) : sentence
        }
    }

    package func sentences(about remaining: Sheet.Remaining) -> [String] {
        self.remaining(remaining).map(\.sentence)
    }

    private func remaining(_ remaining: Sheet.Remaining) -> [(sentence: String, places: [Int])] {
        var sentences: [(String, [Int])] = []
        let kinds = remaining.facts.kinds
        if !kinds.isEmpty {
            let places = Set(remaining.facts.flatMap(\.items)).sorted()
            let count = places.count(where: items.indices.contains)
            let some = items.count > 1 && count > 0 ? words.taken(count, of: items.count) : nil
            sentences.append((words.facts.remaining(kinds, in: some), places))
        }
        if !remaining.unread.isEmpty {
            sentences.append((words.unread(remaining.unread.count, of: items.count), remaining.unread))
        }
        return sentences
    }

    package func names(_ places: [Int]) -> [String] {
        let names = places.prefix(4).map { place in
            let name = items.indices.contains(place) ? SelectionSummary.name(of: items[place]) : nil
            return DisplayedName(name ?? words.text).text
        }
        return names + (places.count > names.count ? ["…"] : [])
    }

    package var privacyTitles: String {
        options.switchedOn.filter { !$0.removesPrivately.isEmpty }.map(\.title).joined(separator: ", ")
    }

    func titles(_ identifiers: [String]) -> String {
        identifiers.map(title(ofOption:)).joined(separator: ", ")
    }

    func title(ofOption identifier: String) -> String { options.option(identifier)?.title ?? identifier }
}

extension [Sheet.Fact] {
    /// Private kinds in the order of `FactKind`, most sensitive first.
    fileprivate var kinds: [FactKind] {
        let kinds = Set(map(\.kind))
        return FactKind.allCases.filter { $0.isPrivate && kinds.contains($0.rawValue) }
    }
}

extension Item {
    /// Whether the item may have hidden facts: it is a file or link, or its text contains a link.
    package var mayHoldFacts: Bool {
        representation.uri != nil || representation.text?.contains("://") == true
    }
}
