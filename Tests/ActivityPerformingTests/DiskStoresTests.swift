// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityPerforming

/// Activities' files on the disk, and their removal.
struct DiskStoresTests {
    private static func makeStore(_ path: String) throws {
        try #require(mkdir(path, 0o700) == 0 && mkdir(path + "/tmp", 0o700) == 0)
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
    func aSweepTakesWhatEndedOnItsOwnMachine(
        owner: StoreOwner.Session, here: StoreOwner.Session, isSwept: Bool
    ) throws {
        let base = Scratch()
        try Self.makeStore(base("store"))
        symlink(StoreOwner(session: owner, path: base("g o n e")).text, base("store.owner"))
        DiskStores(path: base.path, remover: Remover(), session: { here }).sweep()
        #expect(FolderNames.read(base.path) == (isSwept ? [] : ["store", "store.owner"]))
    }

    @Test func aSweepTakesWhatHasNoOwnerAndNothingElse() throws {
        let base = Scratch()
        let stores = DiskStores(path: base.path, remover: Remover())
        try stores.own("ours", by: base.path)
        for name in ["ours", "older", "without", ".staging-new-ours-1f"] {
            try Self.makeStore(base(name))
        }
        // Written by a version that named no machine, so it may belong to any.
        symlink(base("gone"), base("older.owner"))
        stores.sweep()
        #expect(Set(FolderNames.read(base.path)) == ["ours", "ours.owner", "older", "older.owner"])
    }

    /// The daemon ends before it has removed all of it.
    @Test func whatIsLeftOfARemovedStoreHasNoOwner() throws {
        let base = Scratch()
        try Self.makeStore(base("ours"))
        for number in 0..<100 { mkdir(base("ours/tmp/\(number)"), 0o700) }
        try DiskStores(path: base.path, remover: Remover()).own("ours", by: base.path)
        let disk = try DiskThread()
        let stores = DiskStores(path: base.path, remover: Remover(on: disk, slice: 0))
        disk.run(at: base.path) { stores.remove("ours") }
        disk.finish()
        let left = FolderNames.read(base.path)
        #expect(left.count == 1 && !left.contains { ["ours", "ours.owner"].contains($0) })
        DiskStores(path: base.path, remover: Remover()).sweep()
        #expect(FolderNames.read(base.path).isEmpty)
    }
}
