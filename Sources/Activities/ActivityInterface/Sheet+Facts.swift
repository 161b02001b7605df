// SPDX-License-Identifier: Apache-2.0
//
// Two pure functions hold the facts of some content against options, so that the sheet, activityctl and any other client
// offer the same options and warn of the same facts.

import ActivityModel

extension Sheet {
    /// The facts of some content, as Inspect and Prepare report them.
    package struct Inspection: Hashable, Sendable {
        package var facts: [Fact]
        /// Places of the items that could not be looked into.
        package var unread: [Int]

        package init(facts: [Fact] = [], unread: [Int] = []) { (self.facts, self.unread) = (facts, unread) }

        package init(_ reply: InspectReply) { self.init(facts: reply.facts, unread: reply.unread) }
    }

    /// Private facts that options were to remove, and that are still in the copies or may be.
    package struct Remaining: Hashable, Sendable {
        package var facts: [Fact] = []
        package var unread: [Int] = []

        package var isEmpty: Bool { facts.isEmpty && unread.isEmpty }
        /// Places of the items that it concerns, in order; -1 is the caption or the subject.
        package var items: [Int] { Set(facts.flatMap(\.items) + unread).sorted() }
    }
}

extension Sheet.ContentOption {
    /// An option that takes none of the content, made from its bundle's description.
    package init(takingNothing bundle: Registry.Description, title: String) {
        self.init(
            identifier: bundle.identifier, title: title, removes: bundle.removes ?? [], accepted: [],
            makes: Transform.same)
    }

    /// Kinds of private facts that it removes.
    package var removesPrivately: Set<String> {
        Set(removes.filter { FactKind(rawValue: $0)?.isPrivate == true })
    }

    /// Whether it is worth offering: it removes no facts and changes any item that it accepts, or an accepted item has such a
    /// fact or could not be looked into.
    package func isOffered(for content: Sheet.Inspection) -> Bool {
        guard !removes.isEmpty else { return !accepted.isEmpty }
        let (removes, accepted) = (Set(removes), Set(accepted))
        return !accepted.isDisjoint(with: content.unread)
            || content.facts.contains { removes.contains($0.kind) && !accepted.isDisjoint(with: $0.items) }
    }
}

extension Sequence<Sheet.ContentOption> {
    /// Facts that these options were to remove and that the copies still have, and items that could not be looked into.
    package func remaining(in copies: Sheet.Inspection) -> Sheet.Remaining {
        let removed = reduce(into: Set<String>()) { $0.formUnion($1.removesPrivately) }
        guard !removed.isEmpty else { return Sheet.Remaining() }
        return Sheet.Remaining(
            facts: copies.facts.filter { removed.contains($0.kind) }, unread: copies.unread)
    }
}
