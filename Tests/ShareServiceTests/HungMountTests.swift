// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import ShareService

/// Files on a file system that never answers, as if its server were gone.
struct HungMountTests {
    @Test(.enabled(if: DeadMount.isAllowed, "It takes root to mount one."))
    func looksThatHangKeepNoLaterSheetAway() throws {
        var limits = ShareLimits()
        limits.timeout = .milliseconds(30)
        try ServiceFixture.run(limits) { fixture in
            let folder = fixture.bus.scratch.folder("hung")
            try DeadMount.lying(on: folder) {
                for _ in 0..<2 * limits.sheets {
                    let answer = fixture.caller.share("('', ['file://\(folder)/a.png'], @a{sv} {})")
                    #expect(answer.isError("org.freedesktop.DBus.Error.Timeout"))
                }
                // A look that does not hang may take longer, on a busy machine.
                #expect(HangLimit.passes { fixture.caller.share("('', @as [], {'text': <'x'>})").isReply })
            }
        }
    }

    /// All of the app's connections count, however often its calls have timed out.
    @Test(.enabled(if: DeadMount.isAllowed, "It takes root to mount one."))
    func anAppsLooksThatHangKeepNoOtherAppAway() throws {
        var limits = ShareLimits()
        (limits.timeout, limits.lookups, limits.lookupsOfApp) = (.milliseconds(300), 4, 2)
        try ServiceFixture.run(limits) { fixture in
            let folder = fixture.bus.scratch.folder("hung")
            try DeadMount.lying(on: folder) {
                for _ in 0..<2 * limits.lookups {
                    let caller = try fixture.bus.connect()
                    let answer = caller.share("('', ['file://\(folder)/a.png'], @a{sv} {})")
                    #expect(answer.isError("org.freedesktop.DBus.Error.Timeout"))
                }
                let another = try Sandbox(fixture)
                #expect(try HangLimit.passes { try another.share("[]", "{'text': <'x'>}").status == 0 })
            }
        }
    }
}
