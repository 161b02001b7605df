// SPDX-License-Identifier: Apache-2.0

/// A source of requests to the drawing process or the disk thread. Requesters are served in turn.
package enum Requester: Hashable, Sendable {
    /// The program itself, as when the daemon loads bundles.
    case own
    /// A client, by its peer's uid.
    case client(uid: UInt32)
    /// A sandboxed app, by its name.
    case app(String)
    /// Inspections. They take turns with clients' calls, instead of queuing
    /// among those of one client.
    case inquiry
}

/// A queue for each requester, served in turn: a requester waits for one element of every other requester,
/// and never for another's whole queue.
package struct FairQueue<Element> {
    private var queues: [Requester: ArraySlice<Element>] = [:]
    /// Requesters with a queue, in the order of service.
    private var turns: [Requester] = []

    package init() {}

    package var isEmpty: Bool { turns.isEmpty }

    package func count(of requester: Requester) -> Int { queues[requester]?.count ?? 0 }

    package mutating func append(_ element: Element, of requester: Requester) {
        if queues[requester] == nil { turns.append(requester) }
        queues[requester, default: []].append(element)
    }

    /// Puts a removed element back, before all others of its requester. A requester without others is next.
    package mutating func putBack(_ element: Element, of requester: Requester) {
        if queues[requester] == nil { turns.insert(requester, at: 0) }
        queues[requester] = [element] + (queues[requester] ?? [])
    }

    /// Whether an element of a servable requester is queued.
    package func hasNext(where isServed: (Requester) -> Bool) -> Bool { turns.contains(where: isServed) }

    /// Removes the next element of the first servable requester, which then goes to the end of the turns.
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

    /// Removes a requester's elements that match, and returns them.
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
