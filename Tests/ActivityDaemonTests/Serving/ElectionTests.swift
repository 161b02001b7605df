// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import Testing
import Varlink

/// Electing and arranging in the user scope.
struct ElectionTests {
    @Test func ignoreHidesAndDefaultBringsBack() throws {
        try DaemonFixture.run { daemon in
            try daemon.elect("io.test.copy", "ignore")
            #expect(try daemon.identifiers() == ["io.test.print", "io.test.ant", "io.test.zebra"])
            let ignored = try daemon.description("io.test.copy")
            #expect(ignored.state == .ignored && ignored.election == .ignore && ignored.decidedBy == .person)
            try daemon.elect("io.test.copy", "use")
            let used = try daemon.description("io.test.copy")
            #expect(used.state == .active && used.election == .use && used.decidedBy == .person)
            try daemon.elect("io.test.copy", "default")
            let back = try daemon.description("io.test.copy")
            #expect(back.state == .active && back.election == .default && back.decidedBy == nil)
            #expect(try daemon.identifiers().count == 4)
        }
    }

    @Test func anElectionIsAGenerationAndTheSameOnceMoreIsNone() throws {
        try DaemonFixture.run { daemon in
            let before = try daemon.status().generation
            let first = try daemon.elect("io.test.copy", "ignore")
            #expect(first > before)
            #expect(try daemon.elect("io.test.copy", "ignore") == first)
            #expect(try daemon.elect("io.test.copy", "use") > first)
        }
    }

    @Test func anUnknownIdentifierIsNoSuchActivity() throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal(
                "Registry.Elect", ["identifier": "org.example.none", "election": "ignore"])
            #expect(error.name == "io.activityd.Registry.NoSuchActivity")
            #expect(error.parameters["identifier"] == "org.example.none")
        }
    }

    @Test func aLockIsForTheSystemScope() throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal(
                "Registry.Elect", ["identifier": "io.test.copy", "election": "ignore", "lock": true])
            #expect(error.name == "io.activityd.Registry.NotPermitted")
            try daemon.call(
                "Registry.Elect", ["identifier": "io.test.copy", "election": "ignore", "lock": false])
        }
    }

    @Test(
        arguments: [
            ("election", ["identifier": "io.test.copy", "election": "perhaps"]),
            ("election", ["identifier": "io.test.copy"]),
            ("identifier", ["election": "use"]),
            ("lock", ["identifier": "io.test.copy", "election": "use", "lock": 1]),
        ] as [(String, JSON)])
    func aWrongParameterIsNamed(_ name: String, _ ask: JSON) throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("Registry.Elect", ask)
            #expect(error == .invalidParameter(name))
        }
    }

    @Test func arrangingASystemActivityIsAnErrorThatSaysWhy() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.a", "Alpha"))
            let error = try daemon.refusal(
                "Registry.Arrange", ["identifiers": ["org.example.a", "io.test.copy"]])
            #expect(error.name == "io.activityd.Registry.SystemOrderIsFixed")
            #expect(error.parameters["identifier"] == "io.test.copy")
            let unknown = try daemon.refusal("Registry.Arrange", ["identifiers": ["org.example.none"]])
            #expect(unknown.name == "io.activityd.Registry.NoSuchActivity")
            let twice = try daemon.refusal(
                "Registry.Arrange", ["identifiers": ["org.example.a", "org.example.a"]])
            #expect(twice == .invalidParameter("identifiers"))
        }
    }

    @Test func aRefusedArrangementChangesNothing() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.a", "Alpha"))
            try daemon.register(Plugin("org.example.b", "Beta"))
            try daemon.arrange(["org.example.b"])
            let before = try daemon.list("image/png")
            _ = try daemon.refusal(
                "Registry.Arrange", ["identifiers": ["org.example.a", "org.example.none"]])
            #expect(try daemon.list("image/png") == before)
            #expect(before.activities.suffix(2).map(\.identifier) == ["org.example.b", "org.example.a"])
        }
    }
}
