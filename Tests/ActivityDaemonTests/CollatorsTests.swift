// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import Synchronization
import Testing

@testable import ActivityDaemon

/// Locales are opened on the disk's thread, and no sheet waits for that.
struct CollatorsTests {
    /// Does what it is asked for when the test says so.
    private final class SlowDisk: Disk {
        let remover = Remover()
        private(set) var pieces: [() -> Void] = []

        func run(at path: String, _ work: @escaping @Sendable () -> Void) { pieces.append(work) }

        func run<Answer: Sendable>(
            at path: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void
        ) {
            pieces.append { then(work()) }
        }

        func proceed<Answer: Sendable>(
            for caller: DiskCaller, at path: String,
            _ work: @escaping @Sendable (_ note: (String) -> Void) -> Answer,
            then: @escaping (Result<Answer, DiskRefusal>) -> Void
        ) {
            pieces.append { then(.success(work { _ in })) }
        }

        func goOn() {
            let work = pieces
            pieces = []
            for piece in work { piece() }
        }
    }

    @Test func aLocaleIsOpenedByTheDisksThreadOneAtATime() throws {
        let disk = SlowDisk()
        let opened = Mutex<[LocaleTag]>([])
        let collators = Collators(disk) { locale in
            opened.withLock { $0.append(locale) }
            return Collator(locale: nil)
        }
        var changes = 0
        collators.onOpen = { changes += 1 }
        let (german, swedish) = (try #require(LocaleTag("de_DE")), try #require(LocaleTag("sv_SE")))
        for locale in [german, swedish, german] { _ = collators.collator(for: locale) }
        #expect(opened.withLock { $0 } == [] && disk.pieces.count == 1)
        disk.goOn()
        #expect(opened.withLock { $0 } == [german] && changes == 1)
        for locale in [german, swedish] { _ = collators.collator(for: locale) }
        disk.goOn()
        #expect(opened.withLock { $0 } == [german, swedish] && changes == 2)
        for locale in [german, swedish, nil, LocaleTag("de")] { _ = collators.collator(for: locale) }
        #expect(disk.pieces.isEmpty)
    }
}
