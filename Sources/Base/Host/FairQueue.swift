// SPDX-License-Identifier: Apache-2.0

/// Who asks the drawing process, or something of the disk. Requesters are served in turn.
package enum Requester: Hashable, Sendable {
    /// The program itself, for its own sake: the daemon that loads bundles.
    case own
    /// A client, by the uid of its peer.
    case client(uid: UInt32)
    /// A program that speaks from a sandbox, by its name.
    case app(String)
    /// Programs that look for something to offer: they take turns with people's calls, and do not queue among them.
    case inquiry
}

/// A queue for each requester. The queues take turns, so that a requester waits for one element of each other
/// requester, and never for all that one of them has put in.
package struct FairQueue<Element> {
    private var queues: [Requester: ArraySlice<Element>] = [:]
    /// Requesters with a queue; the next to be served comes first.
    private var turns: [Requester] = []

    package init() {}

    package var isEmpty: Bool { turns.isEmpty }

    package func count(of requester: Requester) -> Int { queues[requester]?.count ?? 0 }

    package mutating func append(_ element: Element, of requester: Requester) {
        if queues[requester] == nil { turns.append(requester) }
        queues[requester, default: []].append(element)
    }

    /// Puts back what was taken, before whatever else its requester has waiting.
    package mutating func putBack(_ element: Element, of requester: Requester) {
        if queues[requester] == nil { turns.insert(requester, at: 0) }
        queues[requester] = [element] + (queues[requester] ?? [])
    }

    /// Whether there is something to take of a requester that may be served now.
    package func hasNext(where isServed: (Requester) -> Bool) -> Bool { turns.contains(where: isServed) }

    /// Takes the next element of the first in turn that may be served now, and gives the others their turn.
    package mutating func next(where isServed: (Requester) -> Bool) -> Element? {
        guard let turn = turns.firstIndex(where: isServed) else { return nil }
        let requester = turns.remove(at: turn)
        guard var queue = queues.removeValue(forKey: requester) else { return nil }
        let element = queue.popFirst()
        if !queue.isEmpty {
            queues[requester] = queue
            turns.append(requester)
        }
        return element
    }

    /// Takes those of a requester's elements away that are so.
    package mutating func remove(of requester: Requester, where isSo: (Element) -> Bool) -> [Element] {
        guard let queue = queues[requester] else { return [] }
        let rest = queue.filter { !isSo($0) }
        queues[requester] = rest.isEmpty ? nil : rest[...]
        if rest.isEmpty { turns.removeAll { $0 == requester } }
        return queue.filter(isSo)
    }

    package mutating func removeAll() -> [Element] {
        defer { self = FairQueue() }
        return turns.flatMap { queues[$0] ?? [] }
    }
}
