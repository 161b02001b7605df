// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import Systemd
import TestSupport
import Testing
import Varlink

/// The files of settings, and what the log holds.
struct ConfigurationTests {
    // MARK: The log

    @Test func theLogHoldsWhatIsAtLeastAsUrgentAsItsLevel() throws {
        try DaemonFixture.prepared { daemon in
            daemon.install(Plugin("org.example.wrong", "Wrong", ["category": "neither"]))
            try daemon.start(logLevel: .err)
            let watch = try Watch(daemon)
            try watch.wait { try daemon.status().rejected == 1 }
            #expect(daemon.log == "")
            try daemon.call("io.systemd.service.SetLogLevel", ["level": 6])
            try daemon.call("io.systemd.service.Reload")
            #expect(daemon.log.contains("info: Reloaded"))
        }
    }

    @Test func aRejectionIsLoggedOnceWithItsFields() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            daemon.install(Plugin("org.example.wrong", "Wrong", ["category": "neither"]))
            try watch.wait { try daemon.status().rejected == 1 }
            for _ in 0..<3 { try daemon.call("io.systemd.service.Reload") }
            let lines = daemon.log.split(separator: "\n").filter { $0.contains("manifest-value") }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("ACTIVITY_ID=org.example.wrong") == true)
            #expect(lines.first?.contains("RULE=manifest-value") == true)
            #expect(lines.first?.contains("BUNDLE=\(daemon.configured)/org.example.wrong.activity") == true)
        }
    }

    @Test func contentIsNeverInTheLog() throws {
        try DaemonFixture.prepared { daemon in
            try daemon.start(logLevel: .debug)
            for uri in ["file:///home/ada/secret-plan.png", "secret-plan.png"] {
                let item: JSON = [
                    "type": "image/png", "uri": .string(uri), "text": "secret-plan", "name": "secret-plan",
                    "alternatives": [["type": "text/plain", "text": "secret-plan"]],
                ]
                let wire = try daemon.wire()
                wire.send("io.activityd.Sheet.List", ["content": [item]])
                wire.send("io.activityd.Registry.Explain", ["content": [item]])
                wire.send("io.activityd.Sheet.Perform", ["identifier": "io.test.copy", "content": [item]])
                for _ in 0..<3 { _ = try wire.frame() }
            }
            let wire = try daemon.wire()
            wire.send(frame: "secret-plan, no JSON")
            #expect(try wire.bytes() == nil)
            try daemon.stop()
            #expect(!daemon.log.contains("secret-plan"))
        }
    }

    @Test func theConfigurationIsReadAndItsFaultsAreNamed() throws {
        try DaemonFixture.prepared { daemon in
            let path = daemon.configuration
            Files.write(
                path,
                #"{"logLevel": "warning", "idleTimeout": 5, "limits": {"frames": 1, "frameBytes": "x"}}"#)
            try daemon.start()
            let lines = daemon.log.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.allSatisfy { $0.contains("activityd: warning: " + path) })
            for named in ["\"idleTimeout\"", "\"limits/frames\"", "/limits/frameBytes"] {
                #expect(daemon.log.contains(named))
            }
            #expect(try daemon.identifiers().count == 4)
        }
    }

    /// Each beside a key that counts.
    @Test(arguments: [
        (#""systemBundles": "/nonexistent""#, "/systemBundles"),
        (#""systemBundles": "etc""#, "/systemBundles"),
        (#""systemBundles": "/etc/passwd""#, "/systemBundles"), (#""systemBundles": 5"#, "/systemBundles"),
        (#""limits": 5"#, "/limits"), (#""limits": {"replyBytes": 10}"#, "/limits/replyBytes"),
        (#""limits": {"frameBytes": 1, "replyBytes": 65536}"#, "/limits/frameBytes"),
        (#""limits": {"frameBytes": 9007199254740992}"#, "/limits/frameBytes"),
        (#""limits": {"connections": 1}"#, "/limits/connections"),
        (#""limits": {"connections": 9223372036854775807}"#, "/limits/connections"),
        (#""limits": {"connectionsPerUser": 0}"#, "/limits/connectionsPerUser"),
        (#""limits": {"iconCacheBytes": -1}"#, "/limits/iconCacheBytes"),
        (#""limits": {"iconCacheBytes": 1.5}"#, "/limits/iconCacheBytes"),
        (#""idleTimeoutUSec": 1"#, "/idleTimeoutUSec"), (#""idleTimeoutUSec": -5"#, "/idleTimeoutUSec"),
        (#""idleTimeoutUSec": 9223372036854775807"#, "/idleTimeoutUSec"),
        (#""idleTimeoutUSec": "soon""#, "/idleTimeoutUSec"),
    ])
    func aValueThatCannotBeUsedIsLeftAside(_ members: String, _ pointer: String) throws {
        try DaemonFixture.prepared { daemon in
            let path = daemon.configuration
            Files.write(path, "{\(members), \"logLevel\": \"notice\"}")
            try daemon.start()
            #expect(daemon.log.contains("warning: \(path):1:") && daemon.log.contains(" at \(pointer)."))
            #expect(daemon.log.split(separator: "\n").count == 1)
            #expect(try daemon.identifiers().count == 4)
        }
    }

    /// The configuration's folder takes the place of the installed one, the command line's that of both.
    @Test func theFolderOfSystemActivitiesIsConfigured() throws {
        try DaemonFixture.prepared { daemon in
            daemon.configure(#"{"systemBundles": "\#(daemon.systemBundles)"}"#)
            let (named, folder) = (daemon.systemBundles, daemon.folder.folder("other"))
            Plugin("io.test.other", "Other", position: 1).write(into: folder)
            daemon.systemBundles = folder
            try daemon.start()
            #expect(try daemon.identifiers() == ["io.test.other"])
            try daemon.stop()
            daemon.systemBundles = ""
            try daemon.start()
            #expect(try daemon.status().searchPath.first == named)
            #expect(try daemon.identifiers().count == 4)
        }
    }

    @Test(arguments: ["{", "[]", "5", ""])
    func aConfigurationThatIsNoneStopsNothing(_ text: String) throws {
        try DaemonFixture.prepared { daemon in
            let path = daemon.configuration
            Files.write(path, text)
            try daemon.start()
            #expect(daemon.log.contains("warning: " + path))
            #expect(try daemon.identifiers().count == 4)
        }
    }
}
