// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// State of a newer version, as after a downgrade: the known parts count, and the rest survives each change.
struct NewerStateTests {
    private static let future: [(String, JSON)] = [("version", 99), ("shelves", ["a": [1, 2]])]

    private func write(_ path: String, _ members: (String, JSON)...) {
        Files.write(
            path, String(decoding: JSON.object(JSON.Object(Self.future + members)).serialized, as: UTF8.self))
    }

    private func expectFuture(_ path: String, _ location: SourceLocation = #_sourceLocation) {
        guard case .object(let object)? = try? JSON(parsing: Files.text(path)) else {
            Issue.record("\(path) is gone, or no object.", sourceLocation: location)
            return
        }
        for (key, value) in Self.future { #expect(object.value(key) == value, sourceLocation: location) }
    }

    @Test func whatIsNotUnderstoodStaysThroughEachChange() throws {
        try DaemonFixture.prepared { daemon in
            let names = ["elections", "arrangement", "answers", "starred"]
            let paths = names.map { daemon.folder("state/activityd/\($0).json") }
            let titles = daemon.folder("state/activityd/established-titles.json")
            write(titles, ("org.example.gone", "Gone"))
            daemon.install(Plugin("org.example.sepia", "Sepia"))
            write(paths[0], ("elections", ["io.test.zebra": ["election": "ignore"]]))
            write(paths[1], ("arrangement", ["org.example.sepia"]))
            write(
                paths[2], ("org.example.sepia", ["width": "10"]),
                ("org.example.newer", ["width": ["kept": 1, "of": "another form"]]))
            write(paths[3], ("starred", ["org.example.sepia"]))
            try daemon.start()
            #expect(try !daemon.identifiers().contains("io.test.zebra"))
            // They are read by the disk's thread, before the changes below.
            try daemon.elect("io.test.ant", "use")
            try daemon.elect("io.test.ant", "ignore")
            try daemon.elect("io.test.zebra", "default")
            try daemon.elect("io.test.ant", "default")
            try daemon.arrange([])
            #expect(try daemon.description("org.example.sepia").starred == true)
            try daemon.star([])
            try daemon.call("Registry.Forget", ["identifier": "org.example.sepia"])
            try daemon.stop()
            for path in paths + [titles] { expectFuture(path) }
            #expect(Files.text(paths[2]).contains("another form") && !Files.text(paths[2]).contains("sepia"))
            #expect(
                Files.names(in: daemon.folder("state/activityd")).filter { $0.hasSuffix(".corrupt") } == [])
        }
    }
}
