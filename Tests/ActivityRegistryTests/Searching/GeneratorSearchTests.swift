// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport
import Testing

@testable import ActivityRegistry

/// The search for generators, which follows systemd.generator(7).
struct GeneratorSearchTests {
    private let scratch = Scratch()

    private func program(_ path: String, mode: mode_t = 0o755) {
        Files.makeFolder(scratch("etc"))
        Files.makeFolder(scratch("usr"))
        Files.write(scratch(path), "#!/bin/sh\n", mode: mode)
    }

    private var found: GeneratorSearch {
        GeneratorSearch(in: [scratch("etc"), scratch("missing"), scratch("usr")]) { _ in }
    }

    @Test func theFirstOfANameCountsAndALinkToNullHides() {
        for name in ["usr/b", "usr/a", "etc/b", "usr/c"] { program(name) }
        symlink("/dev/null", scratch("etc/c"))
        #expect(found.generators.map(\.path) == [scratch("usr/a"), scratch("etc/b")])
        #expect(found.problems.isEmpty)
    }

    @Test func aLinkToAProgramIsOneUnderItsOwnName() {
        program("usr/a")
        symlink("a", scratch("usr/b"))
        #expect(found.generators.map(\.name) == ["a", "b"])
    }

    @Test func whatCannotBeRunIsTold() {
        program("usr/plain", mode: 0o644)
        Files.makeFolder(scratch("usr/folder"))
        symlink("nowhere", scratch("usr/broken"))
        #expect(found.generators.isEmpty && found.problems.count == 3)
    }

    @Test(arguments: [".hidden", "a~", "a.dpkg-new"])
    func namesOfWhatIsHalfDoneArePassedOver(_ name: String) {
        program("usr/" + name)
        #expect(found.generators.isEmpty && found.problems.isEmpty)
    }

    @Test func anotherProgramUnderTheNameIsAnotherGenerator() {
        program("usr/a")
        let first = found.generators
        #expect(found.generators == first)
        Files.write(scratch("usr/new"), "#!/bin/sh\n:\n", mode: 0o755)
        rename(scratch("usr/new"), scratch("usr/a"))
        #expect(found.generators != first)
    }

    /// Nanoseconds since 1970 fit into 64 bits until 2262, and ext4 has years until 2446.
    @Test func aProgramOfTheYear2400IsFound() {
        program("usr/a")
        let times = [timespec](repeating: timespec(tv_sec: 13_569_465_600, tv_nsec: 0), count: 2)
        utimensat(AT_FDCWD, scratch("usr/a"), times, 0)
        #expect(found.generators.map(\.name) == ["a"])
    }
}
