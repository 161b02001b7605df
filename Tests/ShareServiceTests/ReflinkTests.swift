// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import SheetSession
import TestSupport
import Testing

@testable import ShareService

/// Copies on a file system whose files can share their data.
struct ReflinkTests {
    @Test(.enabled(if: ReflinkDisk.isAllowed, "It takes root, a loop device and btrfs-progs."))
    func aFileWithoutAPathSharesItsDataWithItsCopy() throws {
        try ServiceFixture.run { fixture in
            let disk = try #require(ReflinkDisk(fixture.cache))
            let original = fixture.cache + "/original"
            let text = String(repeating: "0123456789", count: 100_000)
            Files.write(original, text)
            let descriptor = open(original, O_RDWR | O_CLOEXEC)
            fsync(descriptor)
            unlink(original)
            let call = "('', @as [], {'fds': <@ah [0]>})"
            #expect(fixture.caller.share(call, fds: [descriptor]).isReply)
            let item = try #require(fixture.sheets.opened.first?.request.items.first).representation
            let copy = String(try #require(item.uri).dropFirst("file://".count))
            let extents = try fixture.bus.run(["/usr/sbin/filefrag", "-v", copy])
            #expect(extents.output.contains("shared"), "\(extents.output)\(extents.errors)")
            // Its bytes count: nobody else has them any more.
            let folder = fixture.copiesFolder + "/" + fixture.privateCopies[0]
            #expect(Files.text(folder + "/.lock").hasPrefix("10"), "\(Files.text(folder + "/.lock"))")
            pwrite(descriptor, "changed", 7, 0)
            #expect(Files.text(copy) == text)
            close(descriptor)
            withExtendedLifetime(disk) {}
        }
    }
}

/// A btrfs in a file, mounted.
private final class ReflinkDisk {
    static var isAllowed: Bool {
        let scratch = Scratch()
        return ReflinkDisk(scratch.folder("disk")) != nil
    }

    private static let script = """
        PATH=$PATH:/usr/sbin:/sbin
        truncate -s 128M "$0.img" && mkfs.btrfs -q "$0.img" >&2 && mount -o loop "$0.img" "$0" && echo mounted
        """

    private let path: String

    init?(_ path: String) {
        self.path = path
        guard geteuid() == 0, let program = try? ChildProgram(["sh", "-c", Self.script, path]),
            (try? program.firstByte()) != nil
        else { return nil }
    }

    deinit { umount2(path, CInt(MNT_DETACH)) }
}
