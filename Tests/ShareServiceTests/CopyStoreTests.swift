// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import Glibc
import Host
import SessionBus
import TestSupport
import Testing

@testable import ShareService

/// The removal of private copies.
struct CopyStoreTests {
    private let scratch = Scratch()

    private func store(_ session: String) -> CopyStore {
        CopyStore(cache: scratch("cache"), runtime: scratch.folder(session), largest: 1 << 20)
    }

    /// As if it had been made so many seconds ago.
    private func age(_ copies: HeldCopies, by seconds: Int) {
        var times = [timespec](repeating: timespec(tv_sec: time(nil) - seconds, tv_nsec: 0), count: 2)
        utimensat(AT_FDCWD, copies.path + "/.lock", &times, 0)
    }

    private func made(_ store: CopyStore, secondsAgo: Int) throws -> String {
        let copies = try store.makeFolder(of: "app")
        age(copies, by: secondsAgo)
        return copies.path
    }

    @Test func onlyThePersonCanOpenThem() throws {
        let store = store("one")
        let copies = try store.makeFolder(of: "app")
        #expect(Files.mode(scratch("cache/activityd/shared")) == 0o700 && Files.mode(copies.path) == 0o700)
    }

    /// Removes the session's folder, as logging out does.
    private func end(_ session: String) { Files.erase(scratch(session)) }

    @Test func theyLastAsLongAsTheSession() throws {
        let old = try made(store("one"), secondsAgo: 100_000)
        store("one").sweep()
        #expect(Files.exists(old))
        store("two").sweep()
        #expect(Files.exists(old), "another session goes on beside it")
        end("one")
        store("two").sweep()
        #expect(!Files.exists(old))
    }

    /// The next session has the runtime folder's path again.
    @Test func eachFolderHasAMarkOfItsOwn() throws {
        let old = try made(store("one"), secondsAgo: 100_000)
        end("one")
        store("one").sweep()
        #expect(!Files.exists(old))
    }

    /// A home may be on several machines: a mark of another one is not seen here, and its session goes on.
    @Test(arguments: [("another", false), ("", true)])
    func thoseOfAnotherBootGoAndThoseOfAnotherMachineStay(_ machine: String, _ isSwept: Bool) throws {
        let old = try made(store("one"), secondsAgo: 100_000)
        let link = old + "/.session"
        let parts = (LinkText.of(link) ?? "").split(separator: " ", maxSplits: 1)
        unlink(link)
        symlink("\(machine)\(parts[0]) another\(parts[1])", link)
        store("one").sweep()
        #expect(Files.exists(old) != isSwept)
    }

    @Test func theyLastAnHourAtLeast() throws {
        let young = try made(store("one"), secondsAgo: 3000)
        let old = try made(store("one"), secondsAgo: 4000)
        end("one")
        store("two").sweep()
        #expect(Files.exists(young) && !Files.exists(old))
    }

    @Test func oneThatIsHeldIsNotRemoved() throws {
        let held = try store("one").makeFolder(of: "app")
        age(held, by: 100_000)
        end("one")
        store("two").sweep()
        #expect(Files.exists(held.path))
        withExtendedLifetime(held) {}
    }

    @Test func theOldestGivesWayFirst() throws {
        let store = store("one")
        var copies: [HeldCopies] = []
        for seconds in [30, 50, 40] {
            let next = try store.makeFolder(of: "app")
            #expect(try store.grow(next, to: 150 << 10))
            age(next, by: seconds)
            copies.append(next)
        }
        let paths = copies.map(\.path)
        copies = []
        let next = try store.makeFolder(of: "app")
        #expect(try store.grow(next, to: 200 << 10))
        #expect(paths.map(Files.exists) == [true, false, true])
        #expect(try store.grow(next, to: 350 << 10))
        #expect(paths.map(Files.exists) == [true, false, false])
        #expect(try !store.grow(next, to: 2 << 20))
        #expect(Files.exists(paths[0]), "what can never fit removes nothing")
    }

    /// Copies that a sheet holds free no room, so further ones need room that the app cannot have.
    @Test func oneAppHasHalfOfTheRoomAtMost() throws {
        let store = store("one")
        let (first, second) = (try store.makeFolder(of: "greedy"), try store.makeFolder(of: "greedy"))
        #expect(try !store.grow(first, to: (512 << 10) + 1))
        #expect(try store.grow(first, to: 512 << 10))
        #expect(try !store.grow(second, to: 4 << 10))
        #expect(try store.grow(store.makeFolder(of: "other"), to: 512 << 10))
        withExtendedLifetime(first) {}
    }

    @Test func aLinkTakesTheRoomOfItsEntry() throws {
        let store = store("one")
        let held = try ["a", "b"].map { try store.makeFolder(of: $0) }
        for copies in held { #expect(try store.grow(copies, to: 400 << 10)) }
        let original = scratch("video")
        Files.write(original, "a large one")
        var copies = PrivateCopies(of: "other", in: store)
        let source = try #require(Descriptor(open(original, O_RDONLY | O_CLOEXEC)))
        let name = GivenName("video", fileName: "video")
        _ = try copies.add(source, at: Array(original.utf8CString), named: name)
        withExtendedLifetime(held) {}
    }

    /// A link of the person's own, such as a cache folder on another disk; afterwards none is followed.
    @Test func aCopysPathHasNoLinkInIt() throws {
        symlink(scratch.folder("elsewhere"), scratch("cache"))
        let copies = try store("one").makeFolder(of: "app")
        #expect(copies.path.hasPrefix(scratch("elsewhere") + "/activityd/shared/"))
        #expect(try store("one").grow(copies, to: 500 << 10) && store("one").grow(copies, to: 512 << 10))
    }

    /// A sandbox that may write to the cache could place a file of its own anywhere, such as one that runs at
    /// the next login.
    @Test func aLinkInAFoldersPlaceLeadsNoCopyAstray() throws {
        let store = store("one")
        var copies = PrivateCopies(of: "app", in: store)
        _ = try copies.add("a".utf8, as: GivenName("a.txt", fileName: nil))
        let path = try #require(copies.held).path
        let outside = scratch.folder("outside")
        rename(path, path + ".old")
        symlink(outside, path)
        _ = try? copies.add("b".utf8, as: GivenName("b.desktop", fileName: nil))
        #expect(Files.names(in: outside).isEmpty)
        #expect(Files.text(path + ".old/2/b.desktop") == "b")
    }

    @Test(arguments: ["activityd", "activityd/shared"])
    func aLinkInTheStoresPlaceIsNotFollowed(_ name: String) throws {
        let (outside, cache) = (scratch.folder("outside"), scratch.folder("cache"))
        let theirs = scratch.folder("outside/shared/theirs")
        scratch.folder("cache/activityd")
        if name == "activityd" { rmdir(cache + "/activityd") }
        symlink(name == "activityd" ? outside : outside + "/shared", cache + "/" + name)
        #expect(throws: (any Error).self) { _ = try store("one").makeFolder(of: "app") }
        store("two").sweep()
        #expect(Files.names(in: outside) == ["shared"] && Files.exists(theirs))
        #expect(Files.names(in: outside + "/shared") == ["theirs"])
    }

    /// A sandbox's gigabytes would stay, unseen, until the session ends. A file shared twice has two names
    /// here.
    @Test(arguments: 1...2) func aLinkCountsOnceItsOwnerHasRemovedTheFile(_ shares: Int) throws {
        let store = store("one")
        let original = scratch("video")
        Files.write(original, "1")
        func link() throws -> String {
            var copies = PrivateCopies(of: "sandbox", in: store)
            let source = try #require(Descriptor(open(original, O_RDONLY | O_CLOEXEC)))
            let name = GivenName("video", fileName: "video")
            let item = try copies.add(source, at: Array(original.utf8CString), named: name).representation
            copies.finish()
            return String((item.uri ?? "").dropFirst("file://".count))
        }
        func grow() throws -> Bool { try store.grow(store.makeFolder(of: "app"), to: 300 << 10) }
        let linked = try (1...shares).map { _ in try link() }
        #expect(try grow() && linked.allSatisfy(Files.exists), "its owner has it")
        Files.write(original, [UInt8](repeating: 1, count: 900 << 10))
        #expect(try grow() && linked.allSatisfy(Files.exists), "it still has it")
        unlink(original)
        #expect(try grow() && linked.contains { !Files.exists($0) })
    }

    /// A sandbox that may write to the cache crashed the service with a number, and blocked all callers with
    /// a pipe.
    @Test(arguments: ["\(Int.max) sandbox", "\(Int.min) sandbox", nil])
    func aLockOfAnothersMakingHoldsNobodyUp(_ text: String?) throws {
        let store = store("one")
        let copies = try store.makeFolder(of: "app")
        for name in ["x", "y"] {
            let lock = scratch.folder("cache/activityd/shared/" + name) + "/.lock"
            if let text { Files.write(lock, text) } else { mkfifo(lock, 0o600) }
        }
        #expect(try store.grow(copies, to: 512 << 10))
    }

    /// An app that shares without end thus evicts only its own copies.
    @Test func theAppThatHoldsMostGivesWay() throws {
        let store = store("one")
        func share(_ kilobytes: Int, _ account: String, secondsAgo: Int) throws -> String? {
            let copies = try store.makeFolder(of: account)
            guard try store.grow(copies, to: kilobytes << 10) else { return nil }
            age(copies, by: secondsAgo)
            return copies.path
        }
        let mail = try #require(try share(300, "mail", secondsAgo: 90))
        var flood: [String] = []
        for seconds in (1...20).reversed() {
            flood.append(try #require(try share(100, "flood", secondsAgo: seconds)))
        }
        #expect(Files.exists(mail))
        #expect(flood.map(Files.exists) == (0..<20).map { $0 >= 15 })
        #expect(try share(800, "flood", secondsAgo: 0) == nil, "what is its own would not be enough")
        #expect(Files.exists(mail))
        #expect(try share(200, "other", secondsAgo: 0) != nil && Files.exists(mail))
    }
}
