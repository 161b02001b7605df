// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The facts inside a selection, and changed copies of it, from a command line.
@Suite(
    .serialized,
    .disabled("Needs the systemd of a user other than root, who cannot run what was built here.") {
        (try? UserManager.shared.get().uid) == 0
    })
struct ActivityctlInspectTests {
    /// Removes the location from some files, and leaves it in others.
    private static let clean = Plugin.transform(
        "clean",
        """
        for f; do
            case $f in
                */kept.txt) cp "$f" "$ACTIVITY_OUTPUT" ;;
                *) sed 's/7.45//' "$f" >"$ACTIVITY_OUTPUT/${f##*/}" ;;
            esac
        done
        """, ["removes": ["location"]])
    private static let reading = Plugin.script("reading", "cat \"$@\"", ["%F"])

    private func files(_ body: (DaemonFixture, [String: String]) throws -> Void) throws {
        try PerformSandboxTests.prepared(
            .process, [Self.clean, Self.reading], system: [Plugin.finding]
        ) { daemon in
            var paths: [String: String] = [:]
            for (name, text) in [
                ("gone.txt", "at 7.45\n"), ("kept.txt", "at 7.45 too\n"), ("plain.txt", "words\n"),
                ("c.png", "PNG"),
            ] {
                let path = daemon.folder("home/" + name)
                Files.write(path, text)
                Files.give(path, to: daemon.owner ?? geteuid())
                paths[name] = path
            }
            try body(daemon, paths)
        }
    }

    @Test(arguments: [
        (["gone.txt"], "location  gone.txt  46.95° N, 7.45° E", ["Nothing was found", "Not looked into"]),
        (["plain.txt"], "Nothing was found inside.", ["Not looked into"]),
        (["c.png"], "Not looked into, so nothing is known of: c.png.", ["Nothing was found"]),
        (["plain.txt", "c.png"], "nothing is known of: c.png.", ["Nothing was found"]),
    ])
    func whatIsInsideIsShown(_ names: [String], _ shown: String, _ hidden: [String]) throws {
        try files { daemon, paths in
            let result = try daemon.activityctl(["inspect"] + names.map { paths[$0] ?? $0 })
            #expect(result.status == .exited(0) && result.text.contains(shown), "\(result.text)")
            for other in hidden { #expect(!result.text.contains(other), "\(result.text)") }
        }
    }

    @Test func anOptionIsOfferedWhereItRemovesSomethingOrNobodyLooked() throws {
        try files { daemon, paths in
            for (name, offered) in [("gone.txt", "yes"), ("plain.txt", "no")] {
                let result = try daemon.activityctl(["options", paths[name] ?? name])
                let line = result.text.split(separator: "\n").first { $0.contains("org.example.clean") }
                #expect(line?.contains(" \(offered) ") == true, "\(name): \(result.text)")
            }
        }
    }

    @Test(
        arguments: [
            (["gone.txt"], [], 0, "at \n"),
            (["plain.txt"], [], 0, "words\n"),
            (["kept.txt"], [], 1, "Nothing was shared: location remains in kept.txt."),
            (["gone.txt", "kept.txt"], [], 1, "Nothing was shared: location remains in kept.txt."),
            (["gone.txt", "c.png"], [], 1, "Nothing was shared: nobody looked into c.png."),
            (["c.png"], [], 1, "Nothing was shared: nobody looked into c.png."),
            (["kept.txt"], ["--allow-remaining"], 0, "at 7.45 too\n"),
        ] as [([String], [String], Int32, String)])
    func whatAnOptionWasToRemoveDoesNotLeave(
        _ names: [String], _ more: [String], _ status: Int32, _ said: String
    ) throws {
        try files { daemon, paths in
            let result = try daemon.activityctl(
                ["perform", "org.example.reading", "--option", "org.example.clean"] + more
                    + names.map { paths[$0] ?? $0 })
            #expect(result.status == .exited(status) && result.text.contains(said), "\(result.text)")
            #expect(status == 0 || !result.text.contains("at "), "\(result.text)")
        }
    }
}
