// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import ShareService

/// Files on a file system that never answers, as a server that is gone.
struct HungMountTests {
    @Test(.enabled(if: HungMount.isAllowed, "It takes root to mount one."))
    func looksThatHangKeepNoLaterSheetAway() throws {
        var limits = ShareLimits()
        limits.patience = .milliseconds(30)
        try ServiceFixture.run(limits) { fixture in
            let folder = fixture.bus.scratch.folder("hung")
            let mount = try #require(HungMount(folder))
            for _ in 0..<2 * limits.sheets {
                let answer = fixture.caller.share("('', ['file://\(folder)/a.png'], @a{sv} {})")
                #expect(answer.isError("org.freedesktop.DBus.Error.Timeout"))
            }
            #expect(fixture.caller.share("('', @as [], {'text': <'x'>})").isReply)
            withExtendedLifetime(mount) {}
        }
    }

    /// All of the app's connections count, however often its calls have timed out.
    @Test(.enabled(if: HungMount.isAllowed, "It takes root to mount one."))
    func anAppsLooksThatHangKeepNoOtherAppAway() throws {
        var limits = ShareLimits()
        (limits.patience, limits.looks, limits.looksOfApp) = (.milliseconds(300), 4, 2)
        try ServiceFixture.run(limits) { fixture in
            let folder = fixture.bus.scratch.folder("hung")
            let mount = try #require(HungMount(folder))
            for _ in 0..<2 * limits.looks {
                let caller = try fixture.bus.connect()
                let answer = caller.share("('', ['file://\(folder)/a.png'], @a{sv} {})")
                #expect(answer.isError("org.freedesktop.DBus.Error.Timeout"))
            }
            let another = try Sandbox(fixture).share("[]", "{'text': <'x'>}")
            #expect(another.status == 0, "\(another.errors)")
            withExtendedLifetime(mount) {}
        }
    }
}

/// A file system in user space whose server reads no request; all that wait for it are let go at its end.
private final class HungMount {
    static var isAllowed: Bool {
        let scratch = Scratch()
        return HungMount(scratch.folder("hung")) != nil
    }

    private let path: String
    private let server: CInt

    init?(_ path: String) {
        self.path = path
        server = open("/dev/fuse", O_RDWR | O_CLOEXEC)
        let options = "fd=\(server),rootmode=40000,user_id=0,group_id=0"
        guard server >= 0, mount("hung", path, "fuse", 0, options) == 0 else {
            close(server)
            return nil
        }
    }

    deinit {
        close(server)
        umount2(path, CInt(MNT_DETACH))
    }
}
