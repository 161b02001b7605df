// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import TestSupport
import Testing

/// The Varlink project's own Python client (PyPI: varlink), unchanged.
///
/// `VARLINK_PYTHON` names the interpreter that has it, else it is `python3`. Where it is missing the tests
/// fail: what was not run is not shown.
struct ThirdPartyClientTests {
    private static func python(_ arguments: [String]) throws -> String {
        let (end, output) = try ChildProcess.run([Python.interpreter] + arguments)
        #expect(end == .exited(0), "\(output)")
        return output
    }

    init() throws { try Python.require("varlink") }

    @Test func itsCommandLineListsTheInterfaces() throws {
        try DaemonFixture.run { daemon in
            let info = try Self.python(["-m", "varlink.cli", "info", "unix:" + daemon.socket])
            for name in [
                "org.varlink.service", "io.activityd.Sheet", "io.activityd.Registry", "io.systemd.service",
            ] {
                #expect(info.contains(name))
            }
        }
    }

    @Test(arguments: [
        ("io.activityd.Sheet", "method List"), ("io.activityd.Registry", "method Register"),
        ("io.systemd.service", "method Ping"), ("org.varlink.service", "method GetInfo"),
    ])
    func itsCommandLinePrintsADescription(_ interface: String, _ method: String) throws {
        try DaemonFixture.run { daemon in
            let text = try Self.python(["-m", "varlink.cli", "help", "unix:\(daemon.socket)/\(interface)"])
            #expect(text.contains("interface " + interface) && text.contains(method))
        }
    }

    @Test func itsCommandLineCallsList() throws {
        try DaemonFixture.run(prepare: { daemon in
            daemon.systemBundles = Checkout.activities
            daemon.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
            daemon.environment["CUPS_SERVER"] = "printer.example.org"
            for program in ["python3", "wl-copy", "lp", "xdg-open", "gsettings", "zip", "busctl"] {
                daemon.addProgram(program)
            }
        }) { daemon in
            try daemon.register(Plugin("org.example.aardvark", "Aardvark"))
            let text = try Self.python([
                "-m", "varlink.cli", "call", "unix:\(daemon.socket)/io.activityd.Sheet.List",
                #"{"content": [{"type": "image/png"}]}"#,
            ])
            let expected = [
                "copy", "save", "open", "show", "print", "compress", "wallpaper", "org.example.aardvark",
            ]
            var rest = text[...]
            for name in expected {
                let parts = rest.split(
                    separator: name.contains(".") ? name : "\"io.activityd.\(name)\"", maxSplits: 1)
                #expect(parts.count == 2, "\(name) is not next in: \(rest)")
                rest = parts.last ?? ""
            }
        }
    }

    @Test func itsLibraryMonitors() throws {
        try DaemonFixture.run { daemon in
            let script = """
                import sys, varlink
                client = varlink.Client(address=sys.argv[1])
                with client.open("io.activityd.Sheet") as watch:
                    generations = watch.Monitor(_more=True)
                    first = next(generations)["generation"]
                    with client.open("io.activityd.Registry") as registry:
                        elected = registry.Elect("io.test.copy", "ignore", None)["generation"]
                    assert next(generations)["generation"] == elected > first
                    try:
                        with client.open("io.activityd.Sheet") as sheet:
                            sheet.Icon("org.example.none", 70, None)
                    except varlink.VarlinkError as error:
                        assert error.error() == "io.activityd.Sheet.NoSuchActivity", error
                    print("seen")
                """
            let output = try Self.python(["-c", script, "unix:" + daemon.socket])
            #expect(output.contains("seen"))
        }
    }

    @Test func theExamplesTwentyLinesWork() throws {
        try DaemonFixture.run { daemon in
            let script = Checkout.path + "/examples/list_activities.py"
            let output = try Self.python([script, "image/png", daemon.socket])
            #expect(
                output == "Print\tio.test.print\nCopy\tio.test.copy\nSave\tio.test.ant\nMail\tio.test.zebra\n"
            )
        }
    }
}
