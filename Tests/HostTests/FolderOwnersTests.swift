// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import Host

/// The stores of sessions, and their removal.
struct FolderOwnersTests {
    private let base = Scratch()

    private func makeStore(_ name: String) throws {
        try #require(mkdir(base(name), 0o700) == 0 && mkdir(base(name + "/tmp"), 0o700) == 0)
    }

    private static let here = StoreOwner.Session(machine: "m1", boot: "b1", processes: "pid:[1]")
    private static let nameless = StoreOwner.Session(machine: "", boot: "b1", processes: "pid:[1]")

    /// Owners whose runtime folder does not exist here, like those of other machines and containers.
    @Test(arguments: [
        (here, here, true),
        (StoreOwner.Session(machine: "m1", boot: "b0", processes: "pid:[1]"), here, true),
        (StoreOwner.Session(machine: "m2", boot: "b2", processes: "pid:[1]"), here, false),
        (StoreOwner.Session(machine: "m1", boot: "b1", processes: "pid:[2]"), here, false),
        (nameless, here, false), (nameless, nameless, true),
        (StoreOwner.Session(machine: "", boot: "b0", processes: "pid:[1]"), nameless, false),
    ])
    func onlySessionsOfThisMachineHaveEnded(
        owner: StoreOwner.Session, here: StoreOwner.Session, hasEnded: Bool
    ) throws {
        try makeStore("store")
        let folder = try Folder(opening: base.path)
        try folder.own("store", by: StoreOwner(session: owner, path: base("g o n e")))
        #expect(folder.endedStores(at: here) == (hasEnded ? ["store"] : []))
        folder.retain("store", for: 60)
        #expect(folder.endedStores(at: here).isEmpty, "its deadline is not over")
    }

    @Test func aStoreWithoutAnOwnerHasEnded() throws {
        let folder = try Folder(opening: base.path)
        try folder.own("ours", by: StoreOwner(session: .present, path: base.path))
        for name in ["ours", "odd", "without", ".staging-new-ours-1f"] { try makeStore(name) }
        symlink("malformed", base("odd.owner"))
        #expect(Set(folder.endedStores()) == ["odd", "without", ".staging-new-ours-1f"])
    }

    /// A folder that can be listed, and not searched: whether there are links cannot be found out.
    @Test(.enabled(if: geteuid() == 0, "Another user is needed."))
    func aLinkThatCannotBeExaminedIsNoMissingOne() throws {
        try makeStore("ours")
        chmod(base.path, 0o744)
        let folder = try Folder(opening: base.path)
        #expect(folder.endedStores() == ["ours"])
        Person.act { #expect(folder.endedStores().isEmpty && folder.deadline(of: "ours") == .max) }
    }

    /// The daemon ends before it has removed all of it.
    @Test func theRestOfARemovedStoreHasNoOwner() throws {
        try makeStore("ours")
        for number in 0..<100 { mkdir(base("ours/tmp/\(number)"), 0o700) }
        try Folder(opening: base.path).own("ours", by: StoreOwner(session: .present, path: base.path))
        let disk = try DiskThread()
        let remover = Remover(on: disk, slice: 0)
        disk.run(at: base.path) { [path = base.path] in
            try? Folder(opening: path).removeStore("ours", by: remover)
        }
        disk.finish()
        let folder = try Folder(opening: base.path)
        let left = try folder.names()
        #expect(left.count == 1 && !left.contains { ["ours", "ours.owner"].contains($0) })
        #expect(folder.endedStores() == left)
    }

    @Test func aClockThatWasAheadKeepsNothingForEver() throws {
        let folder = try Folder(opening: base.path)
        try folder.own("ours", by: StoreOwner(session: .present, path: base.path))
        folder.retain("ours", for: 1_000_000)
        #expect(folder.deadline(of: "ours") == 0)
    }
}
