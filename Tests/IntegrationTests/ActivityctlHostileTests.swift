// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import DaemonSupport
import Glibc
import Testing

@Suite("What came from outside, in messages")
struct ActivityctlHostileTests {
    private static let hostile = "\u{1B}[31m\u{9B}2J\u{202E}x\n\u{2066}y\r"

    private static let commands = [
        "sheet", "explain", "list", "show", "icon", "perform", "follow", "elect", "arrange", "new", "check",
        "try",
        "register", "unregister", "rules", "status", "monitor", "reload", "ship-verdicts", "no-such-command",
    ]

    private static let options = [
        "--locale", "--type", "--text", "--exclude", "--report", "--answer",
        "--size",
        "--tint", "--output", "--bundles", "--with", "--as", "--socket",
    ]

    /// Expects no output that moves the cursor, and no line that the program did not end itself.
    private static func expectHarmless(
        _ ending: ActivityctlProgram.Ending, _ location: SourceLocation = #_sourceLocation
    ) {
        let text = ending.output + ending.errors
        #expect(printableLines(text) == text, sourceLocation: location)
        #expect(!text.contains("\n\u{2066}y") && !text.contains("\ny"), sourceLocation: location)
        #expect(ending.status >= 0, sourceLocation: location)
    }

    @Test(arguments: commands)
    func `No argument reaches the terminal as it is`(command: String) {
        let program = ActivityctlProgram()
        let hostile = Self.hostile
        for arguments in [
            ["--" + hostile], ["-" + hostile], [hostile], [hostile, hostile], [hostile, hostile, "x"],
        ] {
            Self.expectHarmless(program.run([command] + arguments))
        }
        for option in Self.options {
            Self.expectHarmless(program.run([command, "a.b", option, hostile]))
            Self.expectHarmless(program.run([command, "a.b", "/dev/null", "\(option)=\(hostile)"]))
        }
    }

    @Test func `Nor does what a daemon says of it`() throws {
        try DaemonFixture.run { daemon in
            let program = ActivityctlProgram()
            let asked = [
                ["show"], ["elect", "x", "ignore"], ["arrange"], ["unregister"], ["follow"],
                ["icon", "-o", "icon.png"],
                ["perform", "x", "--text", "x"], ["explain", "--text", "x", "--only"],
            ]
            for arguments in asked {
                let command = arguments.map { $0 == "x" && arguments[0] != "explain" ? Self.hostile : $0 }
                let own = command.contains(Self.hostile) ? command : command + [Self.hostile]
                let ending = program.run(own + ["--socket", daemon.socket])
                #expect(ending.status != 0)
                Self.expectHarmless(ending)
            }
        }
    }

    @Test(arguments: [[hostile], ["--" + hostile], ["--log-level", hostile], ["--bundles", hostile]])
    func `Nor the daemon's`(arguments: [String]) throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["XDG_RUNTIME_DIR"] = ""
            try daemon.launch(arguments)
            #expect(daemon.process?.wait() != .exited(0))
            let log = daemon.log
            #expect(printableLines(log) == log && !log.isEmpty && !log.contains("\ny"))
        }
    }

    @Test(arguments: [
        ("list", ""), ("rules", ""), ("--help", ""), ("list", "trap '' PIPE; "), ("rules", "trap '' PIPE; "),
    ])
    func `Where the reader has gone it ends without a word, also where SIGPIPE is ignored`(
        command: String, ignoring: String
    ) throws {
        try DaemonFixture.run { daemon in
            let program = ActivityctlProgram()
            let run =
                "\(ActivityctlProgram.path) \(command) \(command == "list" ? "--socket " + daemon.socket : "")"
            let ending = program.shell("\(ignoring)mkfifo p; exec 3<>p 4>p 3<&-; \(run) >&4; echo $?")
            #expect(ending.output == "\(128 + SIGPIPE)\n" && ending.errors == "")
        }
    }

    // MARK: Files that are none

    @Test(arguments: ["mkfifo", "ln -s /dev/tty", "ln -s /dev/zero", "mkdir"])
    func `A manifest that is no file ends the check`(make: String) {
        let program = ActivityctlProgram()
        let bundle = program.bundle("org.example.a")
        let ending = program.shell(
            "cd \(bundle) && rm manifest.json && \(make) manifest.json && "
                + "cd .. && \(ActivityctlProgram.path) check \(bundle)"
        )
        #expect(ending.status == 1 && ending.output.contains("error[bundle-path]: "))
    }

    @Test func `A pipe without a reader takes no icon`() throws {
        try DaemonFixture.run { daemon in
            let program = ActivityctlProgram()
            let icon = "\(ActivityctlProgram.path) icon io.test.copy --socket \(daemon.socket) -o"
            let alone = program.shell("mkfifo p; \(icon) p")
            #expect(alone.status == 1 && alone.errors.contains("p is a pipe or a socket without a reader."))
            let read = program.shell(
                "mkfifo q; exec 3<>q; \(icon) q && head -c 4 <&3 | tail -c 3")
            #expect(read.output == "PNG")
        }
    }

    // MARK: Names that are no text

    @Test func `A bundle whose name is not UTF-8 is named as it is`() {
        let program = ActivityctlProgram()
        let bundle = program.bundle("org.example.a")
        let move = "mv \(bundle) \"$(printf 'org.example.\\377.activity')\""
        let path = "\"$(printf 'org.example.\\377.activity')\""
        let check = program.shell("\(move) && \(ActivityctlProgram.path) check \(path)")
        #expect(check.status == 1 && check.output.contains("error[bundle-path]: Its name is not UTF-8\n"))
        #expect(check.output.contains(#" --> org.example.\xff.activity"#))
        let register = program.shell("\(ActivityctlProgram.path) register \(path)")
        #expect(register.status == 1)
        #expect(register.errors.contains(#"The name org.example.\xff.activity is not UTF-8."#))
    }

    @Test func `So is a file in a bundle`() {
        let program = ActivityctlProgram()
        let bundle = program.bundle("org.example.a")
        let ending = program.shell(
            "touch \"$(printf '\(bundle)/\\377.txt')\" && \(ActivityctlProgram.path) register \(bundle)")
        #expect(ending.errors.contains(#"The name \#(bundle)/\xff.txt is not UTF-8."#))
    }

    // MARK: Trust

    @Test func `Check says of a list what the daemon would`() {
        let program = ActivityctlProgram()
        let bundle = program.bundle("org.example.a")
        #expect(program("check", bundle).status == 0)
        chmod(program.folder + "/" + bundle + "/manifest.json", 0o666)
        let ending = program("check", bundle)
        #expect(ending.status == 1)
        #expect(ending.output.contains("error[bundle-owner]: ") && ending.output.contains("Run: chmod o-w"))
    }
}
