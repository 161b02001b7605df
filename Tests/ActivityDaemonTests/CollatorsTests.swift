// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import Synchronization
import Testing

@testable import ActivityDaemon

/// Locales are opened on the disk thread, and sheets do not wait for that.
struct CollatorsTests {
    /// Runs requested jobs only when the test tells it to.
    private final class SlowDisk: Disk {
        let remover = Remover()
        let reportPath: @Sendable (String) -> Void = { _ in }
        private(set) var pieces: [() -> Void] = []
        private(set) var callers: [DiskCaller] = []
        /// Whether it refuses requests.
        var isFull = false

        func run(at path: String, _ work: @escaping @Sendable () -> Void) { pieces.append(work) }

        func run<Answer: Sendable>(
            at path: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void
        ) {
            pieces.append { then(work()) }
        }

        func queue<Answer: Sendable>(
            for caller: DiskCaller, at path: String, _ work: @escaping @Sendable () -> Answer,
            then: @escaping (Result<Answer, DiskRefusal>) -> Void
        ) {
            callers.append(caller)
            pieces.append { [self] in then(isFull ? .failure(.tooManyCalls(maximum: 1)) : .success(work())) }
        }

        func proceed<Answer: Sendable>(
            for caller: DiskCaller, at path: String,
            _ work: @escaping @Sendable (_ reportPath: (String) -> Void) -> Answer,
            then: @escaping (Result<Answer, DiskRefusal>) -> Void
        ) {
            pieces.append { then(.success(work { _ in })) }
        }

        func goOne() { pieces.removeFirst()() }

        func goOn() {
            let work = pieces
            pieces = []
            for piece in work { piece() }
        }
    }

    /// Opened locales, in order.
    private final class Opened: Sendable {
        let locales = Mutex<[LocaleTag]>([])
    }

    private let disk = SlowDisk()
    private let opened = Opened()

    /// - Parameter late: gathers what is to be called when patience is over.
    private func collators(late: @escaping (@escaping () -> Void) -> Void = { _ in }) -> Collators {
        Collators(
            disk,
            after: { _, body in
                late(body)
                return nil
            },
            open: { [opened] locale in
                opened.locales.withLock { $0.append(locale) }
                return locale.region == "ZZ" ? nil : Collator(locale: locale)
            })
    }

    private func locale(_ name: String) throws -> LocaleTag { try #require(LocaleTag(name)) }

    @Test func aListInANewLocaleWaitsForTheDisksThread() throws {
        let collators = collators()
        let german = try locale("de_DE")
        #expect(collators.collator(for: german) == nil)
        var answered = 0
        for _ in 0..<3 { collators.open(german, for: .own) { _ in answered += 1 } }
        #expect(opened.locales.withLock { $0 } == [] && disk.pieces.count == 1 && answered == 0)
        disk.goOn()
        #expect(answered == 3 && collators.collator(for: german) != nil && disk.pieces.isEmpty)
        for locale in [nil, LocaleTag("de")] { #expect(collators.collator(for: locale) != nil) }
    }

    @Test func aLocaleThatTheMachineLacksIsRemembered() throws {
        let collators = collators()
        let made = try locale("de_ZZ")
        collators.open(made, for: .own)
        disk.goOn()
        #expect(collators.collator(for: made) != nil && opened.locales.withLock { $0 } == [made])
    }

    @Test func aDiskThatIsLateChangesNoOrderWithinAGeneration() throws {
        var timeout: [() -> Void] = []
        let collators = collators { timeout.append($0) }
        let swedish = try locale("sv_SE")
        var answered = false
        collators.open(swedish, for: .own) { _ in answered = true }
        for end in timeout { end() }
        let folded = Collator(locale: nil).key("Ä")
        #expect(answered && collators.collator(for: swedish)?.key("Ä") == folded)
        disk.goOn()
        #expect(collators.collator(for: swedish)?.key("Ä") == folded)
        collators.beginGeneration()
        #expect(collators.collator(for: swedish) != nil && opened.locales.withLock { $0 } == [swedish])
    }

    @Test func aLocaleThatWasLateForOneUserIsLateForAll() throws {
        var timeout: [() -> Void] = []
        let collators = collators { timeout.append($0) }
        let swedish = try locale("sv_SE")
        var orders: [[UInt8]] = []
        for uid: UInt32 in [1, 2] {
            collators.open(swedish, for: .client(uid: uid)) { orders.append($0.key("Ä")) }
        }
        timeout[0]()
        disk.goOn()
        #expect(orders.count == 2 && orders[0] == orders[1])
    }

    @Test func aLocaleThatIsOpenIsLateForNobody() throws {
        var timeout: [() -> Void] = []
        let collators = collators { timeout.append($0) }
        let swedish = try locale("sv_SE")
        var orders: [[UInt8]] = []
        for uid: UInt32 in [1, 2] {
            collators.open(swedish, for: .client(uid: uid)) { orders.append($0.key("Ä")) }
        }
        disk.goOne()
        timeout[1]()
        collators.open(swedish, for: .client(uid: 3)) { orders.append($0.key("Ä")) }
        #expect(orders.count == 3 && Set(orders).count == 1)
    }

    @Test func madeUpNamesMakeNoLateLocaleSortOtherwiseWithinAGeneration() throws {
        var timeout: [() -> Void] = []
        let collators = collators { timeout.append($0) }
        let swedish = try locale("sv_SE")
        collators.open(swedish, for: .own)
        for end in timeout { end() }
        disk.goOn()
        for name in madeUp {
            collators.open(try locale(name), for: .own)
            disk.goOn()
        }
        #expect(collators.collator(for: swedish)?.key("Ä") == Collator(locale: nil).key("Ä"))
    }

    /// One user's made-up names are ahead of nobody's locale but their own.
    @Test func eachUserWaitsForAnOpeningOfTheirOwn() throws {
        let collators = collators()
        let german = try locale("de_DE")
        var answered: [UInt32] = []
        for uid: UInt32 in [1, 1, 2] {
            collators.open(german, for: .client(uid: uid)) { _ in answered.append(uid) }
        }
        #expect(disk.callers.map(\.requester) == [.client(uid: 1), .client(uid: 2)])
        #expect(disk.callers.allSatisfy { $0.isWanted() })
        disk.goOn()
        #expect(answered == [1, 1, 2] && !disk.callers.contains { $0.isWanted() })
    }

    @Test func whatIsRefusedOrLateIsAnsweredHoweverManyNamesWereLateBefore() throws {
        var timeout: [() -> Void] = []
        let collators = collators { timeout.append($0) }
        let folded = Collator(locale: nil).key("Ä")
        var answered = 0
        for name in madeUp { collators.open(try locale(name), for: .own) { _ in answered += 1 } }
        for end in timeout { end() }
        #expect(answered == madeUp.count)
        #expect(collators.collator(for: try locale(madeUp[0])) != nil)
        let last = try locale(try #require(madeUp.last))
        #expect(collators.collator(for: last)?.key("Ä") == folded, "every locale counts as late")
        disk.isFull = true
        collators.open(try locale("sv_SE"), for: .own) {
            answered += 1
            #expect($0.key("Ä") == folded)
        }
        disk.goOn()
        #expect(answered == madeUp.count + 1 && opened.locales.withLock { $0 } == [])
    }

    /// More names than are remembered.
    private let madeUp = "abcdefghijklm".flatMap { first in
        "abcdefghijklmnopqrstuvwxyz".map { "\(first)\($0)x_ZZ" }
    }

    @Test func onlyTheLocaleThatWasUsedLeastRecentlyIsClosed() throws {
        let collators = collators()
        let kept = try locale("de_DE")
        func open(_ name: String) throws {
            collators.open(try locale(name), for: .own)
            disk.goOn()
            #expect(collators.collator(for: kept) != nil)
        }
        try open("de_DE")
        for second in "ABCDEFGHIJKLMNOPQR" { try open("en_A\(second)") }
        #expect(collators.collator(for: try locale("en_AA")) == nil)
        #expect(collators.collator(for: try locale("en_AR")) != nil)
        // Names that are made up take no place of the others.
        for name in madeUp { try open(name) }
        #expect(collators.collator(for: try locale("en_AR")) != nil)
    }
}
