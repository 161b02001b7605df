// SPDX-License-Identifier: Apache-2.0
//
// Pure functions that match the facts of some content with options, so that the sheet, activityctl and any
// other client offer the same options and warn of the same facts.

import ActivityModel

extension Sheet {
    /// The facts of some content, as Inspect and Prepare report them.
    package struct Inspection: Hashable, Sendable {
        package var facts: [Fact]
        /// Indices of the items that the inspector could not read.
        package var unread: [Int]

        package init(facts: [Fact] = [], unread: [Int] = []) { (self.facts, self.unread) = (facts, unread) }

        package init(_ reply: InspectReply) { self.init(facts: reply.facts, unread: reply.unread) }
    }

    /// Private facts that options should have removed but that are, or may be, still in the copies.
    package struct Remaining: Hashable, Sendable {
        package var facts: [Fact] = []
        package var unread: [Int] = []

        package var isEmpty: Bool { facts.isEmpty && unread.isEmpty }
        /// Indices of the affected items, in order; -1 is the caption or the subject.
        package var items: [Int] { Set(facts.flatMap(\.items) + unread).sorted() }
    }
}

extension Sheet.ContentOption {
    /// An option that accepts no item of the content, made from its bundle's description.
    package init(takingNothing bundle: Registry.Description, title: String) {
        self.init(
            identifier: bundle.identifier, title: title, removes: bundle.removes ?? [], accepted: [],
            makes: Transform.same)
    }

    /// Kinds of private facts that the option removes.
    package var removesPrivately: Set<String> {
        Set(removes.filter { FactKind(rawValue: $0)?.isPrivate == true })
    }

    /// Whether the option is worth offering. An option that removes facts must accept an item that has such a
    /// fact or could not be read; any other option must accept an item.
    package func isOffered(for content: Sheet.Inspection) -> Bool {
        guard !removes.isEmpty else { return !accepted.isEmpty }
        let (removes, accepted) = (Set(removes), Set(accepted))
        return !accepted.isDisjoint(with: content.unread)
            || content.facts.contains { removes.contains($0.kind) && !accepted.isDisjoint(with: $0.items) }
    }
}

extension Sequence<Sheet.ContentOption> {
    /// Facts that these options should have removed but that the copies still have, and items that could not
    /// be read.
    package func remaining(in copies: Sheet.Inspection) -> Sheet.Remaining {
        let removed = reduce(into: Set<String>()) { $0.formUnion($1.removesPrivately) }
        guard !removed.isEmpty else { return Sheet.Remaining() }
        return Sheet.Remaining(
            facts: copies.facts.filter { removed.contains($0.kind) }, unread: copies.unread)
    }
}
