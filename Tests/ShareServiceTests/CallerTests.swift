// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import SessionBus
import TestSupport
import Testing

@testable import ShareService

struct CallerTests {
    @Test func aProcessOfThisMachineIsTheHosts() throws {
        try ServiceFixture.run { fixture in
            let caller = Caller(fixture.caller.name, on: fixture.caller.asService)
            guard case .host(let program) = caller else {
                Issue.record("\(caller)")
                return
            }
            #expect(program.process == Int(getpid()))
            let own = try #require(realpath("/proc/self/exe", nil))
            defer { free(own) }
            #expect(program.executable == String(cString: own))
            // No two connections of one program count as two.
            let other = try fixture.bus.connect()
            #expect(Caller(other.name, on: other.asService).account == caller.account)
        }
    }

    @Test func aCallerThatHasLeftTheBusCountsAsASandbox() throws {
        try ServiceFixture.run { fixture in
            var other: BusClient? = try fixture.bus.connect()
            let name = try #require(other?.name)
            other = nil
            #expect(Caller(name, on: fixture.caller.asService) == .sandboxed(app: nil))
        }
    }

    @Test func aProcessDescriptorNamesItsProcessUntilThatHasEnded() throws {
        let own = try #require(Descriptor(linux_pidfd_open(getpid())))
        #expect(Caller.number(of: own) == Int(getpid()))
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        #expect(posix_spawnp(&child, "true", nil, nil, &arguments, environ) == 0)
        let other = try #require(Descriptor(linux_pidfd_open(child)))
        waitpid(child, nil, 0)
        #expect(Caller.number(of: other) == nil)
    }

    @Test(arguments: [
        ("org.example.Camera", true), (String(repeating: "a", count: 255), true),
        (String(repeating: "a", count: 256), false), ("../x", false), (".x", false), ("", false),
    ])
    func anAppIsWhatFlatpakMayCallOne(_ name: String, _ isOne: Bool) throws {
        let scratch = Scratch()
        scratch.write("info", "[Application]\nname=\(name)\n")
        let folder = try #require(Descriptor(open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)))
        #expect(Caller.app(of: folder, in: "info") == (isOne ? name : nil))
    }
}
