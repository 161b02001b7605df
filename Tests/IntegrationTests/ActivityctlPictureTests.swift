// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

/// Pictures of sheets, from a real daemon, by the real activity-draw.
@Suite("Pictures of sheets")
struct ActivityctlPictureTests {
    let program = ActivityctlProgram()

    /// Width and height of a PNG; none where the file is no PNG.
    fileprivate func dimensions(_ name: String) -> [Int] {
        let png = Files.read(program.folder + "/" + name)
        guard png.count > 24, png[..<8] == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { return [] }
        return [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    private func sheet(_ daemon: DaemonFixture, _ arguments: String...) -> ActivityctlProgram.Ending {
        program.run(["sheet", "--socket", daemon.socket] + arguments)
    }

    @Test func `A sheet becomes a PNG, and nothing else is said`() throws {
        try DaemonFixture.run { daemon in
            let ending = sheet(daemon, "--text", "hello", "--picture", "a.png")
            #expect(ending.status == 0 && ending.output.isEmpty && ending.errors.isEmpty, "\(ending.errors)")
            let popover = dimensions("a.png")
            #expect(popover.count == 2 && popover[0] > popover[1])
            #expect(sheet(daemon, "--text", "hello", "--picture", "b.png", "--compact").status == 0)
            let phone = dimensions("b.png")
            #expect(phone.count == 2 && phone[0] < phone[1])
            #expect(
                sheet(daemon, "--text", "hello", "--picture", "c.png", "--compact", "--theme", "both").status
                    == 0)
            #expect(dimensions("c.png") == [2 * phone[0], phone[1]])
        }
    }

    @Test func `Equal questions give equal pictures, other languages and themes others`() throws {
        try DaemonFixture.run { daemon in
            var pictures: [[UInt8]] = []
            for options in [
                [], [], ["--locale", "de"], ["--locale", "ar"], ["--theme", "dark"], ["--text-size", "1.3"],
            ] {
                let call =
                    ["sheet", "--socket", daemon.socket, "--text", "x", "--picture", "p.png"] + options
                #expect(program.run(call).status == 0)
                pictures.append(Files.read(program.folder + "/p.png"))
            }
            #expect(pictures[0] == pictures[1] && !pictures[0].isEmpty)
            #expect(Set(pictures).count == 5)
        }
    }

    @Test func `Without activity-draw there is no picture, and the reason is said`() throws {
        try DaemonFixture.run { daemon in
            program.environment["ACTIVITYD_DRAW"] = program.folder + "/nothing"
            let ending = sheet(daemon, "--text", "x", "--picture", "a.png")
            #expect(ending.status == 1 && ending.errors.contains("picture was not drawn"))
            #expect(dimensions("a.png").isEmpty)
        }
    }

    @Test func `Without fonts there is no picture without letters, but a reason`() throws {
        program.write("fonts.conf", "<fontconfig><dir>\(program.folder)/none</dir></fontconfig>")
        program.environment["FONTCONFIG_FILE"] = program.folder + "/fonts.conf"
        try DaemonFixture.run { daemon in
            let ending = sheet(daemon, "--text", "x", "--picture", "a.png")
            #expect(ending.status == 1 && ending.errors.contains("no fonts"), "\(ending.errors)")
        }
    }

    /// One font of Latin letters, as a small machine may have.
    private func keepToLatin() throws {
        let font = program.shell("fc-match -f '%{file}' 'DejaVu Sans:lang=en'").output
        let fonts = program.folder + "/fonts"
        Files.makeFolder(fonts)
        try #require(symlink(font, fonts + "/" + (font.split(separator: "/").last ?? "")) == 0, "\(font)")
        program.write("fonts.conf", "<fontconfig><dir>\(fonts)</dir></fontconfig>")
        program.environment["FONTCONFIG_FILE"] = program.folder + "/fonts.conf"
    }

    @Test(arguments: [
        ("打印", "Chinese; install fonts-noto-cjk"), ("プリント", "Katakana; install fonts-noto-cjk"),
        ("한글", "Hangul; install fonts-noto-cjk"), ("नाम", "Devanagari; install fonts-noto-core"),
        ("พิมพ์ 名", "Thai, Chinese; install fonts-noto-core and fonts-noto-cjk"),
        ("\u{1F9FF}", "U+1F9FF; install fonts-noto-color-emoji"),
    ])
    func `What no font can write is named, and no box is drawn`(title: String, remedy: String) throws {
        try keepToLatin()
        try DaemonFixture.run { daemon in
            let ending = sheet(daemon, "--text", title, "--picture", "a.png")
            #expect(ending.status == 1 && ending.output.isEmpty)
            #expect(ending.errors.contains("The picture was not drawn: no font here can write \(remedy)."))
            #expect(dimensions("a.png").isEmpty)
            #expect(sheet(daemon, "--text", "Größe\u{200B}\u{1B}", "--picture", "a.png").status == 0)
        }
    }

    /// As systemd-nspawn's filter of Debian 12 has it.
    @Test func `Where a container forbids Landlock nothing is drawn, and one message says so`() throws {
        program.write(
            "draw",
            """
            #!/usr/bin/python3
            import ctypes, os, struct, sys
            def step(code, yes, no, value): return struct.pack("HBBI", code, yes, no, value)
            # landlock_create_ruleset, which has one number everywhere: EPERM. All else: allowed.
            filter = step(0x20, 0, 0, 0) + step(0x15, 0, 1, 444) + step(6, 0, 0, 0x50001) + step(6, 0, 0, 0x7FFF0000)
            steps = ctypes.create_string_buffer(filter, len(filter))
            class Program(ctypes.Structure): _fields_ = [("count", ctypes.c_ushort), ("steps", ctypes.c_void_p)]
            libc = ctypes.CDLL(None, use_errno=True)
            program = Program(len(filter) // 8, ctypes.addressof(steps))
            assert libc.prctl(38, 1, 0, 0, 0) == 0
            assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0, ctypes.get_errno()
            os.execv("\(Checkout.program("activity-draw"))", ["activity-draw"] + sys.argv[1:])
            """, mode: 0o755)
        program.environment["ACTIVITYD_DRAW"] = program.folder + "/draw"
        let bundle = program.bundle("org.example.a")
        let ending = program("check", bundle, "--picture", "check.png")
        #expect(ending.status == 1 && dimensions("check.png").isEmpty)
        #expect(ending.errors.split(separator: "\n").count == 1)
        #expect(
            ending.errors.contains("this container's system call filter forbids Landlock"), "\(ending.errors)"
        )
    }

    @Test(arguments: [
        ["--theme", "dark"], ["--text-size", "1"], ["--picture", "a.png", "--json"],
        ["--picture", "a.png", "--hidden"], ["--picture", "a.png", "--theme", "blue"],
        ["--picture", "a.png", "--text-size", "3"],
    ])
    func `What no picture can be is an error of usage`(_ options: [String]) {
        #expect(program.run(["sheet", "--text", "x"] + options).status == 2)
    }

    /// Looked at with strace: from the first filter on nothing is opened for writing, and from Landlock's on
    /// nothing but fonts is opened at all.
    @Test func `Nothing but fonts is opened, and nothing is written`() throws {
        let strace = "/usr/bin/strace"
        try #require(access(strace, X_OK) == 0, "install strace: this test looks with it")
        let calls = [
            "open", "openat", "openat2", "creat", "socket", "connect", "execve", "unlink", "rename", "mkdir",
            "seccomp", "landlock_create_ruleset", "landlock_restrict_self",
        ].joined(separator: ",")
        program.write(
            "draw",
            """
            #!/bin/sh
            exec \(strace) -f -o \(program.folder)/log -e trace=\(calls) \(Checkout.program("activity-draw")) "$@"
            """, mode: 0o755)
        // Without caches of its own fontconfig would like to write some.
        program.environment["XDG_CACHE_HOME"] = program.folder + "/cache"
        program.environment["ACTIVITYD_DRAW"] = program.folder + "/draw"
        try DaemonFixture.run { daemon in
            let ending = sheet(daemon, "--text", "x", "--picture", "a.png", "--locale", "zh-CN")
            #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)")
        }
        let lines = StraceLog.calls(Files.text(program.folder + "/log"))
        let closed = try #require(lines.firstIndex { $0.contains("SECCOMP_SET_MODE_FILTER") })
        // A kernel without Landlock says so, and then fontconfig's own files are read between the two.
        let confined = try #require(
            lines.firstIndex { $0.contains("landlock_restrict_self") && $0.hasSuffix("= 0") }
                ?? lines.firstIndex { $0.contains("landlock_create_ruleset") && $0.contains("= -1") })
        let writes = lines[closed...].filter {
            $0.contains("O_WRONLY") || $0.contains("O_RDWR") || $0.contains("O_CREAT")
        }
        #expect(writes.allSatisfy { $0.contains("EPERM") }, "\(writes)")
        let opened = lines[confined...].filter {
            $0.contains("open") && $0.contains("\"") && !$0.contains("EACCES")
        }
        #expect(
            !opened.isEmpty && opened.allSatisfy { $0.contains(".otf") || $0.contains(".tt") }, "\(opened)")
        let others = lines[closed...].filter {
            $0.contains("socket(") || $0.contains("connect(") || $0.contains("execve(")
        }
        #expect(others.allSatisfy { $0.contains("EPERM") }, "\(others)")
        #expect(!Files.exists(program.folder + "/cache/fontconfig"))
    }
}

extension ActivityctlPictureTests {
    @Test func `A check becomes a PNG beside what it prints`() {
        let bundle = program.bundle("org.example.a", title: "Do it!")
        let plain = program("check", bundle)
        let ending = program("check", bundle, "--picture", "check.png")
        #expect(ending.status == 0 && ending.output == plain.output && ending.errors.isEmpty)
        let one = dimensions("check.png")
        #expect(one.first == 2040)
        let other = program.bundle("org.example.b", title: "")
        #expect(program("check", bundle, other, "--picture", "both.png").status == 1)
        let both = dimensions("both.png")
        #expect(both.count == 2 && both[1] > one[1])
    }

    @Test func `What is no bundle at all becomes a picture too`() {
        #expect(program("check", "nothing.activity", "--picture", "check.png").status == 1)
        #expect(dimensions("check.png").first == 2040)
    }
}
