// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import Glibc
import Host
import Testing

@testable import ActivityDaemon

/// What activities have put on the disk, and what becomes of it.
struct PerformStoresTests {
    /// Runs `body` with a folder of its own.
    private static func inFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/activityd-test-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { try? Remover().discard(folder) }
        try body(folder)
    }

    private static func makeStore(_ path: String) throws {
        try #require(mkdir(path, 0o700) == 0 && mkdir(path + "/tmp", 0o700) == 0)
    }

    @Test func aSweepTakesWhatHasNoOwnerAndNothingElse() throws {
        try Self.inFolder { base in
            for name in ["ours", "ended", "without", ".staging-new-ours-1f"] {
                try Self.makeStore(base + "/" + name)
            }
            symlink(base, base + "/ours.owner")
            symlink(base + "/gone", base + "/ended.owner")
            symlink(base + "/gone", base + "/unused.owner")
            PerformStores(path: base, remover: Remover()).sweep()
            #expect(FolderNames.read(base) == ["ours", "ours.owner"])
        }
    }

    /// The daemon ends before it comes to removing all of it.
    @Test func whatIsLeftOfARemovedStoreHasNoOwner() throws {
        try Self.inFolder { base in
            try Self.makeStore(base + "/ours")
            for number in 0..<100 { mkdir("\(base)/ours/tmp/\(number)", 0o700) }
            symlink(base, base + "/ours.owner")
            let disk = try DiskThread()
            let stores = PerformStores(path: base, remover: Remover(on: disk, slice: 0))
            disk.run(at: base) { stores.remove("ours") }
            disk.finish()
            let left = FolderNames.read(base)
            #expect(left.count == 1 && left.isDisjoint(with: ["ours", "ours.owner"]))
            PerformStores(path: base, remover: Remover()).sweep()
            #expect(FolderNames.read(base).isEmpty)
        }
    }
}
