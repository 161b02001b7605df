// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A file system whose server is gone, mounted at each folder that a daemon reads.
@Suite(.enabled(if: DeadMount.isPossible, DeadMount.whyNot))
struct HungFolderTests {
    /// Folders named by the environment, some of which are read by every load.
    private static let places = [
        "home", "config", "config/activities", "config/activityd", "config/mimeapps.list", "data",
        "data/activities", "data/applications", "data/dbus-1", "data/mime", "shared", "shared/activities",
        "shared/applications", "shared/dbus-1", "state", "state/activityd", "run/dbus-1", "bin",
    ]

    /// Prepares a daemon with the shipped activities, which require programs, services and links' programs.
    private static func prepared(_ name: String, _ body: (DaemonFixture) throws -> Void) throws {
        try DaemonFixture.prepared { daemon in
            daemon.systemBundles = Checkout.activities
            daemon.environment["PATH"] = daemon.folder("bin") + ":/usr/bin:/bin"
            daemon.environment["XDG_DATA_DIRS"] = daemon.folder("shared") + ":/usr/share"
            for folder in ["bin", "shared", name] { Files.makeFolder(daemon.folder(folder)) }
            if name == "home" {
                for kind in ["CONFIG", "DATA", "STATE", "CACHE"] {
                    daemon.environment["XDG_\(kind)_HOME"] = nil
                }
            }
            try body(daemon)
        }
    }

    @Test(arguments: places + ["cache", "cache/activityd"])
    func aStartBesideItServesTheSystemsActivities(_ name: String) throws {
        try Self.prepared(name) { daemon in
            try DeadMount.lying(on: daemon.folder(name)) {
                try daemon.start()
                #expect(try daemon.identifiers("text/plain").contains("io.activityd.save"))
                #expect(daemon.stop() == .exited(0))
            }
        }
    }

    @Test(arguments: [
        "home", "config", "config/mimeapps.list", "data/activities", "data/dbus-1", "shared", "state",
        "run/dbus-1", "bin",
    ])
    func sheetsGoOnBesideItAndItIsNamed(_ name: String) throws {
        try Self.prepared(name) { daemon in
            try daemon.start()
            let sheet = try daemon.identifiers("text/plain")
            try DeadMount.lying(on: daemon.folder(name)) {
                let hanging = try daemon.wire()
                hanging.send("io.systemd.service.Reload")
                var problems: [String] = []
                try waitTill {
                    problems = try daemon.status().problems ?? []
                    return !problems.isEmpty
                }
                #expect(
                    problems.count == 1 && problems.first?.hasPrefix(daemon.folder(name)) == true,
                    "\(problems)")
                #expect(problems.first?.contains("Sheets are served as they were") == true)
                #expect(try daemon.identifiers("text/plain") == sheet)
                #expect(daemon.stop() == .exited(0))
                withExtendedLifetime(hanging) {}
            }
        }
    }

    @Test func aStartThatHangsSaysWhatItServes() throws {
        try Self.prepared("data") { daemon in
            try DeadMount.lying(on: daemon.folder("data")) {
                try daemon.start()
                try waitTill { try daemon.status().problems != nil }
                let problem = try #require(try daemon.status().problems?.first)
                #expect(problem.hasPrefix(daemon.folder("data")))
                #expect(problem.contains("Sheets have the system's activities alone"))
                try waitTill { daemon.log.contains(problem) }
                #expect(daemon.stop() == .exited(0))
            }
        }
    }

    /// The administrator's restrictions are unknown then.
    @Test(arguments: [DaemonFixture.MachineScope.user, .system])
    func aPolicyFileThatHangsKeepsStatusFromNobody(_ scope: DaemonFixture.MachineScope) throws {
        let dead = Scratch()
        try DeadMount.lying(on: dead.path) {
            try DaemonFixture.onMachine(scope) {
                let folder = $0.folder("machine/etc/activityd/elections.d")
                Files.makeFolder(folder)
                symlink(dead.path + "/10.json", folder + "/10.json")
            } _: { daemon in
                let file = "/etc/activityd/elections.d/10.json"
                try waitTill {
                    try daemon.status().problems?.contains { $0.contains("No sheet is served") } == true
                }
                let problems = try daemon.status().problems ?? []
                #expect(problems.allSatisfy { $0.hasPrefix(file) }, "\(problems)")
                try waitTill { daemon.log.contains("\(file) does not answer") }
                #expect(daemon.stop() == .exited(0))
            }
        }
    }

    /// The daemon has not served anything yet; a signal before the event loop has its default effect.
    @Test(arguments: ["config", "data"])
    func aStartThatHangsIsEndedByASignal(_ name: String) throws {
        try Self.prepared(name) { daemon in
            try DeadMount.lying(on: daemon.folder(name)) {
                try daemon.launch([])
                let tasks = "/proc/\(try #require(daemon.process).pid)/task/"
                try waitTill {
                    Files.names(in: tasks).contains { Files.text(tasks + $0 + "/comm") == "disk\n" }
                }
                let end = daemon.stop()
                #expect(end == .exited(0) || end == .killed(by: SIGTERM))
            }
        }
    }

    @Test func aProgramsWorkingFolderIsNamedAndNotTheProgram() throws {
        let plain = Plugin("org.example.plain", "Plain", ["perform": ["exec": ["true"]]])
        try DaemonFixture.performing(.process, [plain]) { daemon in
            try DeadMount.lying(on: daemon.folder("home")) {
                let hanging = try Performing(daemon, plain.identifier)
                var problems: [String] = []
                try waitTill {
                    problems = try daemon.status().problems ?? []
                    return !problems.isEmpty
                }
                #expect(problems.first?.hasPrefix(daemon.folder("home") + " ") == true, "\(problems)")
                #expect(daemon.stop() == .exited(0))
                withExtendedLifetime(hanging) {}
            }
        }
    }
}
