// SPDX-License-Identifier: Apache-2.0

import Host
import Testing

@testable import ActivityRegistry

@Suite("Calls that wait for the disk")
struct DiskQueueTests {
    private static let (first, second) = (Requester.client(uid: 1), Requester.client(uid: 2))

    private static func request(
        _ id: Int, of requester: Requester = first, bytes: Int = 1, continues: Bool = false,
        isRefusable: Bool = false, isWanted: @escaping () -> Bool = { true }
    ) -> DiskRequest {
        let work: DiskRequest.Work = { _ in }
        return DiskRequest(
            id: id, caller: DiskCaller(requester, bytes: bytes, isWanted: isWanted), path: "/",
            continues: continues, isRefusable: isRefusable, work: Slot(work), deliver: {}, refuse: { _ in })
    }

    private static func queue(_ requests: DiskRequest..., calls: Int = 3, bytes: Int = 10) throws -> DiskQueue
    {
        var queue = DiskQueue(limits: DiskQueue.Amount(calls: calls, bytes: bytes))
        for request in requests { try queue.add(request) }
        return queue
    }

    /// The order in which waiting requests are started.
    private static func order(_ queue: DiskQueue) -> [Int] {
        var (queue, order) = (queue, [Int]())
        while let request = queue.next() {
            order.append(request.id)
            _ = queue.finish(request.id)
            queue.remove(request.id)
        }
        #expect(!queue.isPending)
        return order
    }

    @Test func `Users take turns, and each user's calls keep their order`() throws {
        let queue = try Self.queue(
            Self.request(1), Self.request(2), Self.request(3), Self.request(4, of: Self.second))
        #expect(Self.order(queue) == [1, 4, 2, 3])
    }

    @Test func `One request at a time is with the disk's thread`() throws {
        var queue = try Self.queue(Self.request(1), Self.request(2))
        let (first, none) = (queue.next(), queue.next())
        #expect(first?.id == 1 && none == nil)
        let returns = [queue.finish(2), queue.finish(1)]
        #expect(returns == [false, true])
        let second = queue.next()
        #expect(second?.id == 2)
    }

    @Test func `A user's calls are bounded, another's are not affected`() throws {
        var queue = try Self.queue(Self.request(1), Self.request(2), Self.request(3))
        #expect(throws: DiskRefusal.tooManyCalls(maximum: 3)) { try queue.add(Self.request(4)) }
        try queue.add(Self.request(5, of: Self.second))
        // A running request counts until it is answered.
        let begun = queue.next()
        let isBack = queue.finish(1)
        #expect(begun?.id == 1 && isBack)
        #expect(throws: DiskRefusal.tooManyCalls(maximum: 3)) { try queue.add(Self.request(4)) }
        queue.remove(1)
        try queue.add(Self.request(4))
    }

    @Test func `All apps in sandboxes have as much as a user, and one of them half`() throws {
        func app(_ id: Int, _ name: String) -> DiskRequest { Self.request(id, of: .app(name)) }
        var queue = try Self.queue(app(1, "a"), app(2, "a"), calls: 4)
        #expect(throws: DiskRefusal.tooManyCalls(maximum: 2)) { try queue.add(app(3, "a")) }
        for id in [4, 5] { try queue.add(app(id, "b")) }
        #expect(throws: DiskRefusal.tooManyCalls(maximum: 4)) { try queue.add(app(6, "c")) }
        for id in 7...10 { try queue.add(Self.request(id)) }
    }

    @Test func `So are their bytes, but for the only one`() throws {
        var queue = try Self.queue(Self.request(1, bytes: 100))
        #expect(throws: DiskRefusal.tooManyBytes(maximum: 10)) { try queue.add(Self.request(2)) }
        queue.remove(1)
        try queue.add(Self.request(3, bytes: 10))
        #expect(throws: DiskRefusal.tooManyBytes(maximum: 10)) { try queue.add(Self.request(4)) }
    }

    @Test func `The bytes of a call that was answered are free again while others wait`() throws {
        var queue = try Self.queue(Self.request(1, bytes: 6), Self.request(2, bytes: 3))
        #expect(throws: DiskRefusal.tooManyBytes(maximum: 10)) { try queue.add(Self.request(3, bytes: 7)) }
        queue.remove(1)
        try queue.add(Self.request(3, bytes: 7))
        #expect(throws: DiskRefusal.tooManyBytes(maximum: 10)) { try queue.add(Self.request(4)) }
    }

    @Test func `What a person does waits for one inquiry at most`() throws {
        var queue = try Self.queue(Self.request(1, of: .inquiry, continues: true))
        let begun = queue.next()
        for id in 2...4 { try queue.add(Self.request(id, of: .inquiry, continues: true)) }
        try queue.add(Self.request(5))
        try queue.add(Self.request(6))
        let isBack = queue.finish(1)
        #expect(begun?.id == 1 && isBack)
        queue.remove(1)
        #expect(Self.order(queue) == [2, 5, 3, 6, 4])
        // Each may be added once the one before has started.
        queue = try Self.queue(Self.request(1))
        try queue.add(Self.request(2, of: .inquiry, continues: true))
        #expect(Self.order(queue) == [1, 2])
    }

    @Test func `What continues a call is taken, and comes before its user's other calls`() throws {
        var queue = try Self.queue(Self.request(1), Self.request(2), Self.request(3))
        try queue.add(Self.request(4, bytes: 100, continues: true))
        #expect(Self.order(queue) == [4, 1, 2, 3])
    }

    @Test func `A call whose client has gone is passed over and makes room, unless it has begun`() throws {
        var queue = try Self.queue(
            Self.request(1) { false }, Self.request(2), Self.request(3, continues: true) { false })
        #expect(Self.order(queue) == [3, 2])
        try queue.add(Self.request(4))
        #expect(Self.order(queue) == [3, 2, 4])
    }

    @Test func `What is not begun can be called off, and what is begun cannot`() throws {
        var queue = try Self.queue(Self.request(1), Self.request(2), Self.request(3, of: Self.second))
        let next = queue.next()
        let begun = try #require(next)
        #expect(begun.work.take() != nil)
        let idle = queue.removeIdle().map(\.id)
        #expect(idle == [2, 3] && queue.current?.id == 1 && queue.isPending)
        // It has returned, and its icons are being judged.
        _ = queue.finish(1)
        try queue.add(Self.request(4))
        let last = queue.next()
        let handedOver = try #require(last)
        let rest = queue.removeIdle().map(\.id)
        #expect(rest == [1, 4] && handedOver.work.take() == nil)
        let isBack = queue.finish(4)
        #expect(!isBack && !queue.isPending)
    }

    /// The disk thread is still busy, so no other request is started before it returns.
    @Test func `What is begun and leaves nothing can be called off`() throws {
        var queue = try Self.queue(Self.request(1, isRefusable: true))
        let begun = queue.next()
        #expect(begun?.work.take() != nil)
        let idle = queue.removeIdle().map(\.id)
        #expect(idle == [1] && !queue.isPending)
        try queue.add(Self.request(2))
        let none = queue.next()
        let isBack = queue.finish(1)
        let second = queue.next()
        #expect(none == nil && isBack && second?.id == 2)
    }
}
