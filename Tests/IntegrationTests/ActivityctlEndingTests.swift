// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import TestSupport
import Testing

@Suite("How activityctl ends")
struct ActivityctlEndingTests {
    let program = ActivityctlProgram()

    @Test(arguments: [
        ["bogus"], ["sheet"], ["sheet", "--text", "x", "--type", "image/*"], ["sheet", "-", "-"],
        ["sheet", "--text", "x", "--locale", "???"], ["sheet", "--text", "x", "--json", "--hidden"],
        ["sheet", "--text", "x", "--compact", "--regular"], ["--system", "list", "--user"], ["show"],
        ["elect", "org.example.a", "perhaps"], ["arrange"], ["arrange", "a.b", "--clear"],
        ["icon", "a.b"], ["icon", "a.b", "-o", "x", "--size", "7"],
        ["icon", "a.b", "-o", "x", "--tint", "red"],
        ["new", "one"], ["check"], ["register"], ["perform"], ["perform", "a.b"], ["follow"],
        ["try", "a.activity"],
    ])
    func `What is no command is an error of usage`(arguments: [String]) {
        let ending = program.run(arguments)
        #expect(ending.status == 2)
        #expect(ending.output.isEmpty && ending.errors.contains("Usage: activityctl"))
    }

    @Test(arguments: [
        ["list"], ["status"], ["sheet", "--text", "x"], ["explain", "https://example.org"], ["show", "a.b"],
        ["elect", "a.b", "use"], ["arrange", "--clear"], ["unregister", "a.b"], ["monitor"], ["reload"],
        ["icon", "a.b", "-o", "x.png"], ["perform", "a.b", "https://example.org"], ["follow", "a.service"],
    ])
    func `Without a daemon it says how to start one`(arguments: [String]) {
        let user = program.run(arguments + ["--user"])
        #expect(user.status == 69 && user.output.isEmpty)
        #expect(user.errors.contains(program.folder + "/run/activityd/io.activityd"))
        #expect(user.errors.contains("systemctl --user start activityd.socket"))
        let other = program.run(["--system", "--socket", program.folder + "/none"] + arguments)
        #expect(other.status == 69 && other.errors.contains(program.folder + "/none"))
        #expect(other.errors.contains("\"systemctl start activityd.socket\""))
    }

    @Test func `Without a runtime folder in the environment it is the user's`() {
        program.environment["XDG_RUNTIME_DIR"] = nil
        let ending = program("--user", "list")
        #expect(ending.status == 0 || ending.errors.contains("/run/user/\(getuid())/activityd/io.activityd"))
    }

    @Test func `A socket that is none is no daemon`() {
        program.write("socket", "")
        #expect(program("status", "--socket", program.folder + "/socket").status == 69)
    }

    @Test(arguments: [
        ["sheet", "missing"], ["explain", "a.txt", "missing"], ["check", "--with", "missing", "--", "x"],
    ])
    func `A missing file is named before anything is sent`(arguments: [String]) {
        program.write("a.txt", "x")
        let ending = program.run(arguments)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("missing: there is no such file."))
    }

    @Test func `A name cannot write to the terminal`() {
        let ending = program("sheet", "a\u{1B}]0;b\u{7}")
        #expect(ending.status == 1 && ending.errors.contains("a\\u{1B}]0;b\\u{7}: there is no such file."))
    }

    @Test func `Standard input is text, or refused`() {
        #expect(program("sheet", "-", "--user", input: "hello").status == 69)
        let binary = program("sheet", "-", "--user", input: "\u{0}\u{1}\u{2}")
        #expect(binary.status == 1 && binary.errors.contains("Standard input is not text"))
        let large = program("sheet", "-", "--user", input: String(repeating: "x", count: 1 << 20))
        #expect(large.status == 1 && large.errors.contains("1 MiB"))
    }

    @Test func `A call that is too large is told by the daemon's own limit`() throws {
        try DaemonFixture.run(prepare: { daemon in
            daemon.configure(#"{"limits": {"frameBytes": 65536}}"#)
        }) { daemon in
            let links = (0..<400).map { "https://example.org/\($0)/" + String(repeating: "a", count: 200) }
            let ending = program.run(["sheet", "--socket", daemon.socket] + links)
            #expect(
                ending.status == 1 && ending.errors.contains("larger than 65536 bytes"), "\(ending.errors)")
        }
    }

    @Test func `What import says of a file cannot turn the line around`() {
        program.write(
            "a.desktop",
            """
            [Desktop Entry]
            Type=Service
            X-KDE-ServiceTypes=KonqPopupMenu/Plugin
            MimeType=image/png;
            Actions=a;
            [Desktop Action a]
            Name=x\u{202E}gpj.exe
            Exec=true %f
            """)
        let ending = program("import", "a.desktop")
        #expect(ending.status == 1 && ending.errors.contains("x\\u{202E}gpj.exe"), "\(ending.errors)")
        #expect(!ending.errors.contains("\u{202E}"))
    }

    @Test func `A bundle too large for one call is to be copied`() {
        let bundle = program.bundle("org.example.a")
        program.write(bundle + "/data", String(repeating: "x", count: 900_000))
        let ending = program("register", bundle)
        #expect(ending.status == 1 && ending.errors.contains("search path"))
    }

    @Test func `A bundle holds files only`() {
        let bundle = program.bundle("org.example.a")
        symlink("manifest.json", program.folder + "/" + bundle + "/link")
        let ending = program("register", bundle)
        #expect(ending.status == 1 && ending.errors.contains("\(bundle)/link"))
        #expect(program("register", ".").errors.contains("manifest.json"))
        #expect(program("register", "nowhere").errors.contains("is not a folder"))
    }

    @Test func `Help and version go to standard output`() {
        #expect(program("--help").output.contains("Looking Subcommands".uppercased()))
        #expect(program("help", "check").status == 0)
        #expect(program("--version").output.split(separator: ".").count == 3)
    }

    @Test func `Rules come as text and as JSON`() {
        #expect(program("rules").output.contains("title-reserved  error"))
        #expect(
            program("rules", "--json").output.hasPrefix("[{\"id\":\"manifest-json\",\"severity\":\"error\""))
    }

    @Test func `Colour needs a terminal`() {
        #expect(!program("rules").output.contains("\u{1B}"))
    }

    @Test func `A missing reader is not a fault`() {
        let ending = program.shell("'\(ActivityctlProgram.path)' rules | head -n 1; exec 3>&1; true")
        #expect(ending.status == 0 && ending.output.hasPrefix("manifest-json") && ending.errors.isEmpty)
    }

    @Test func `A full disk is told`() {
        let ending = program.shell("'\(ActivityctlProgram.path)' rules >/dev/full")
        #expect(ending.status == 1 && ending.errors.contains("No space left"))
    }

    /// The connection to the daemon must not take its place.
    @Test func `A closed output is told, and nothing is printed elsewhere`() throws {
        try DaemonFixture.run { daemon in
            program.environment["XDG_RUNTIME_DIR"] = daemon.folder("run")
            let ending = program.shell("'\(ActivityctlProgram.path)' --user list >&-")
            #expect(ending.status == 1 && ending.errors.contains("Bad file descriptor"))
        }
    }
}
