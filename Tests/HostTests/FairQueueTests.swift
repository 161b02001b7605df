// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Host

@Suite("Requesters served in turn")
struct FairQueueTests {
    private static let own = Requester.own
    private static let (first, second) = (Requester.client(uid: 1), Requester.client(uid: 2))

    private func drained(_ queue: FairQueue<String>) -> [String] {
        var queue = queue
        var elements: [String] = []
        while let element = queue.next(where: { _ in true }) { elements.append(element) }
        return elements
    }

    private func queue(_ elements: [(String, Requester)]) -> FairQueue<String> {
        elements.reduce(into: FairQueue()) { $0.append($1.0, of: $1.1) }
    }

    @Test(
        arguments: [
            ([], []),
            ([("a", own), ("b", own), ("c", own)], ["a", "b", "c"]),
            ([("a", first), ("b", first), ("c", first), ("x", second)], ["a", "x", "b", "c"]),
            (
                [("a", first), ("b", first), ("x", own), ("y", own), ("p", second)],
                ["a", "x", "p", "b", "y"]
            ),
        ] as [([(String, Requester)], [String])])
    func `The queues take turns, each in its own order`(
        elements: [(String, Requester)], expected: [String]
    ) {
        #expect(drained(queue(elements)) == expected)
    }

    @Test func `A requester that is not served now loses neither its turn nor its elements`() {
        var queue = queue([("a", Self.first), ("b", Self.first), ("x", Self.second), ("y", Self.second)])
        #expect(queue.next { $0 != Self.first } == "x")
        #expect(queue.hasNext { $0 == Self.first } && !queue.hasNext { $0 == Self.own })
        #expect(queue.next { $0 == Self.own } == nil)
        #expect(drained(queue) == ["a", "y", "b"])
    }

    @Test func `What is put back comes first of its requester's, and at once`() {
        var queue = queue([("a", Self.first), ("b", Self.first), ("x", Self.second)])
        let taken = queue.next { _ in true }
        #expect(taken == "a" && queue.count(of: Self.first) == 1)
        queue.putBack("a", of: Self.first)
        #expect(drained(queue) == ["x", "a", "b"])
        queue = self.queue([("x", Self.second)])
        queue.putBack("a", of: Self.first)
        #expect(drained(queue) == ["a", "x"])
    }

    @Test func `Some of a requester's can be taken away`() {
        var queue = queue([("a", Self.first), ("x", Self.second), ("b", Self.first), ("c", Self.first)])
        #expect(queue.remove(of: Self.first) { $0 != "b" } == ["a", "c"])
        #expect(queue.remove(of: Self.own) { _ in true }.isEmpty)
        #expect(drained(queue) == ["b", "x"])
        #expect(queue.remove(of: Self.second) { _ in true } == ["x"])
        queue.append("y", of: Self.second)
        #expect(drained(queue) == ["b", "y"])
    }

    @Test func `A requester of which all is taken away has no turn, and holds up none`() {
        var queue = queue([("a", Self.first), ("b", Self.first), ("x", Self.second)])
        #expect(queue.remove(of: Self.first) { _ in true } == ["a", "b"])
        #expect(!queue.hasNext { $0 == Self.first })
        #expect(drained(queue) == ["x"])
        #expect(queue.remove(of: Self.second) { _ in true } == ["x"])
        #expect(queue.isEmpty)
    }

    @Test func `Everything can be taken at once`() {
        var queue = queue([("a", Self.first), ("x", Self.second), ("b", Self.first)])
        #expect(Set(queue.removeAll()) == ["a", "b", "x"])
        #expect(queue.isEmpty && drained(queue).isEmpty)
    }
}
