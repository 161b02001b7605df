// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import Glibc
import Host
import TestSupport
import Testing

@testable import ShareService

/// Files as private copies.
struct PrivateCopiesTests {
    private let scratch = Scratch()
    private var store: CopyStore {
        CopyStore(folder: scratch("cache/activityd"), runtime: scratch.folder("run"), largest: 1 << 20)
    }

    /// Links a file, as for a sandbox's call.
    private func link(_ original: String, _ copies: inout PrivateCopies) throws -> String {
        let source = try #require(Descriptor(open(original, O_RDONLY | O_CLOEXEC)))
        let name = GivenName("video", fileName: "video")
        let item = try copies.add(source, at: Array(original.utf8CString), named: name).representation
        return String((item.uri ?? "").dropFirst("file://".count))
    }

    @Test func aLinkTakesTheRoomOfItsEntry() throws {
        let held = try ["a", "b"].map { try store.make($0, of: $0) }
        for copies in held { _ = try store.grow(copies, to: 400 << 10) }
        let original = scratch("video")
        Files.write(original, "a large one")
        var copies = PrivateCopies(of: "other", in: store)
        #expect(throws: Never.self) { try link(original, &copies) }
        withExtendedLifetime(held) {}
    }

    /// A sandbox that may write to the cache could place a file of its own anywhere, such as one that runs at
    /// the next login.
    @Test func aLinkInAFoldersPlaceLeadsNoCopyAstray() throws {
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

    /// A sandbox's gigabytes would stay, unseen, until the session ends. A file shared twice has two names
    /// here.
    @Test(arguments: 1...2) func aLinkCountsOnceItsOwnerHasRemovedTheFile(_ shares: Int) throws {
        let original = scratch("video")
        Files.write(original, "1")
        func grow() throws -> Bool {
            Files.endDeadlines(of: scratch("cache/activityd/copies"))
            let copies = try store.make("app", of: "app")
            defer { copies.discard() }
            return if case .bytes = try store.grow(copies, to: 300 << 10) { true } else { false }
        }
        let linked = try (1...shares).map { _ in
            var copies = PrivateCopies(of: "sandbox", in: store)
            defer { copies.finish() }
            return try link(original, &copies)
        }
        #expect(try grow() && linked.allSatisfy(Files.exists), "its owner has it")
        Files.write(original, [UInt8](repeating: 1, count: 900 << 10))
        #expect(try grow() && linked.allSatisfy(Files.exists), "it still has it")
        unlink(original)
        #expect(try grow() && linked.contains { !Files.exists($0) })
    }
}
