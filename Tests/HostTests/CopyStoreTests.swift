// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import Host

/// The life of copies, and their room.
struct CopyStoreTests {
    private let scratch = Scratch()
    private var folder: String { scratch("cache/activityd/copies") }

    /// The store as a service or a daemon of a session sees it.
    private func store(_ session: String = "one") -> CopyStore {
        CopyStore(folder: scratch("cache/activityd"), runtime: scratch.folder(session), largest: 1 << 20)
    }

    /// As if the deadline had been so many seconds ago.
    private func age(_ token: String, by seconds: Int) {
        let deadline = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, "\(folder)/\(token).owner", [deadline, deadline], AT_SYMLINK_NOFOLLOW)
    }

    /// Makes copies that nobody holds.
    ///
    /// - Parameter seconds: age of the deadline; nil for that of new copies.
    /// - Returns: whether they found room.
    private func make(
        _ token: String, _ kilobytes: Int = 0, of account: String = "app", in store: CopyStore? = nil,
        overFor seconds: Int? = nil
    ) throws -> Bool {
        let store = store ?? self.store()
        guard try hasRoom(store.make(token, of: account), kilobytes) else { return false }
        if let seconds { age(token, by: seconds) }
        return true
    }

    private func hasRoom(_ copies: HeldCopies, _ kilobytes: Int) throws -> Bool {
        if case .bytes = try store().grow(copies, to: kilobytes << 10) { true } else { false }
    }

    private func exists(_ token: String) -> Bool { Files.exists("\(folder)/\(token)") }

    /// Removes the session's folder, as logging out does.
    private func end(_ session: String) { Files.erase(scratch(session)) }

    // MARK: Life

    @Test func onlyThePersonCanOpenThem() throws {
        let copies = try store().make("a")
        #expect(Files.mode(folder) == 0o700 && Files.mode(copies.path) == 0o700)
    }

    @Test func theyLastAsLongAsTheSession() throws {
        #expect(try make("a", overFor: 100_000))
        store("one").sweep()
        #expect(exists("a"))
        store("two").sweep()
        #expect(exists("a"), "another session goes on beside it")
        end("one")
        store("two").sweep()
        #expect(Files.names(in: folder) == [".lock"])
    }

    /// The next session has the runtime folder's path again.
    @Test func eachFolderHasAMarkOfItsOwn() throws {
        #expect(try make("a", overFor: 100_000))
        end("one")
        store("one").sweep()
        #expect(!exists("a"))
    }

    @Test func theyLastUntilTheirDeadline() throws {
        for token in ["new", "old", "handed"] { #expect(try make(token)) }
        #expect(store().hold("handed", for: CopyStore.handedLifetime) != nil)
        for token in ["old", "handed"] { age(token, by: 1) }
        #expect(store().hold("handed", for: CopyStore.handedLifetime) != nil)
        // A shorter time takes nothing away.
        #expect(store().hold("handed", for: CopyStore.minimumLifetime) != nil)
        end("one")
        store("two").sweep()
        #expect(exists("new") && exists("handed") && !exists("old"))
    }

    @Test func thoseThatAreHeldAreNotRemoved() throws {
        let maker = try store().make("made")
        #expect(try make("used", 500))
        let user = try #require(store("two").hold("used"))
        for token in ["made", "used"] { age(token, by: 100_000) }
        #expect(store().hold("none") == nil)
        end("one")
        store("two").sweep()
        #expect(try !make("more", 500) && exists("made") && exists("used"))
        withExtendedLifetime((maker, user)) {}
    }

    @Test func theMakerRemovesThemEvenIfTheyAreHeld() throws {
        let copies = try store().make("a")
        Files.write(store().record(of: "a"), "record")
        copies.discard()
        #expect(Files.names(in: folder) == [".lock"] && store().marked.isEmpty)
    }

    // MARK: Room

    @Test func theOldestGivesWayFirst() throws {
        for (token, seconds) in [("a", 30), ("b", 50), ("c", 40)] {
            #expect(try make(token, 150, overFor: seconds))
        }
        let next = try store().make("next", of: "app")
        #expect(try hasRoom(next, 200) && ["a", "b", "c"].map(exists) == [true, false, true])
        #expect(try hasRoom(next, 350) && ["a", "c"].map(exists) == [true, false])
        #expect(try store().grow(next, to: 2 << 20) == .none)
        #expect(exists("a"), "what can never fit removes nothing")
    }

    /// Also those of a call: an activity reads what it was handed, however much another app shares.
    @Test func onlyThoseWhoseDeadlineIsOverGiveWay() throws {
        for token in ["handed", "new", "old"] { #expect(try make(token, 300, of: token)) }
        for token in ["handed", "old"] { age(token, by: 1) }
        _ = store().hold("handed", for: CopyStore.handedLifetime)
        let next = try store().make("next", of: "other")
        #expect(try store().grow(next, to: 200 << 10) == .bytes((1024 - 600) << 10))
        #expect(["handed", "new", "old"].map(exists) == [true, true, false])
        #expect(try store().grow(next, to: 450 << 10) == .later)
        #expect(exists("handed") && exists("new"))
    }

    /// Copies that a sheet holds free no room, so further ones need room that the app cannot have.
    @Test func oneAppHasHalfOfTheRoomAtMost() throws {
        let (first, second) = (try store().make("a", of: "greedy"), try store().make("b", of: "greedy"))
        #expect(try store().grow(first, to: (512 << 10) + 1) == .none)
        #expect(try hasRoom(first, 512) && !hasRoom(second, 4))
        #expect(try hasRoom(store().make("c", of: "other"), 512))
        withExtendedLifetime(first) {}
    }

    @Test func thePersonsOwnMayHaveAllOfIt() throws {
        #expect(try make("share", 300, overFor: 1) && make("older", 500, of: "", overFor: 1))
        let own = try store().make("own")
        #expect(try hasRoom(own, 600) && exists("share") && !exists("older"))
        #expect(try hasRoom(own, 1024) && !exists("share"))
    }

    /// An app that shares without end thus evicts only its own copies.
    @Test func theAppThatHoldsMostGivesWay() throws {
        #expect(try make("mail", 300, of: "mail", overFor: 90))
        for number in 0..<20 { #expect(try make("\(number)", 100, of: "flood", overFor: 20 - number)) }
        #expect(exists("mail") && (0..<20).map { exists("\($0)") } == (0..<20).map { $0 >= 15 })
        #expect(try !make("large", 800, of: "flood"), "what is its own would not be enough")
        #expect(exists("mail"))
        #expect(try make("other", 200, of: "other") && exists("mail"))
    }

    /// Daemons and services of several sessions may share a home.
    @Test func theyAreCountedAndRemovedUnderOneLock() throws {
        let copies = try store("one").make("a")
        #expect(try make("old", overFor: 1))
        end("one")
        var other = store("two")
        other.timeout = 0
        try FolderLock.hold(folder, mode: 0o700) {
            #expect(throws: StorageError.self) { _ = try other.make("b") }
            #expect(throws: StorageError.self) { _ = try other.grow(copies, to: 1) }
            other.sweep()
            #expect(exists("old") && !exists("b"))
        }
        other.sweep()
        #expect(!exists("old"))
    }

    // MARK: Others' files

    /// A link of the person's own, such as a cache folder on another disk; afterwards none is followed.
    @Test func aCopysPathHasNoLinkInIt() throws {
        symlink(scratch.folder("elsewhere"), scratch("cache"))
        let copies = try store().make("a")
        #expect(copies.path == scratch("elsewhere") + "/activityd/copies/a")
        #expect(try hasRoom(copies, 500) && hasRoom(copies, 512))
    }

    @Test(arguments: ["activityd", "activityd/copies"])
    func aLinkInTheStoresPlaceIsNotFollowed(_ name: String) throws {
        let (outside, cache) = (scratch.folder("outside"), scratch.folder("cache"))
        let theirs = scratch.folder("outside/copies/theirs")
        scratch.folder("cache/activityd")
        if name == "activityd" { rmdir(cache + "/activityd") }
        symlink(name == "activityd" ? outside : outside + "/copies", cache + "/" + name)
        #expect(throws: StorageError.self) { _ = try store().make("a") }
        store("two").sweep()
        #expect(Files.names(in: outside) == ["copies"] && Files.exists(theirs))
        #expect(Files.names(in: outside + "/copies") == ["theirs"])
    }

    /// A sandbox that may write to the cache crashed the service with a number, and blocked all callers with
    /// a pipe.
    @Test(arguments: ["\(Int.max) sandbox", "\(Int.min) sandbox", nil])
    func aLockOfAnothersMakingHoldsNobodyUp(_ text: String?) throws {
        let copies = try store().make("a", of: "app")
        for name in ["x", "y"] {
            let lock = scratch.folder("cache/activityd/copies/" + name) + "/.lock"
            if let text { Files.write(lock, text) } else { mkfifo(lock, 0o600) }
        }
        #expect(try hasRoom(copies, 512))
    }

    @Test func namesMayDifferInTheirBytesAlone() throws {
        let copies = try store().make("a")
        for name in ["\u{e9}", "e\u{301}"] { mkdir("\(folder)/\(name)", 0o700) }
        #expect(try hasRoom(copies, 512))
    }
}
