// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import Testing
import Varlink

/// U+212A KELVIN SIGN equals K in Swift, but not to clients: a call that names the one never means the other.
struct ExactNamesTests {
    private static let own = "org.example.Kite"
    private static let twin = "org.example.\u{212A}ite"

    private func run(_ body: (DaemonFixture) throws -> Void) throws {
        try DaemonFixture.run(prepare: { $0.install(Plugin(Self.own, "Fly")) }, body)
    }

    @Test(
        arguments: [
            ("Registry.Describe", ["identifier": "I"]),
            ("Registry.Explain", ["identifier": "I", "content": [["type": "image/png"]]]),
            ("Registry.Elect", ["identifier": "I", "election": "ignore"]),
            ("Registry.Elect", ["identifier": "I", "election": "default"]),
            ("Registry.Arrange", ["identifiers": ["I"]]),
            ("Registry.Arrange", ["identifiers": [.string(own), "I"]]),
            ("Registry.Star", ["identifiers": [.string(own), "I"]]),
            ("Registry.Unregister", ["identifier": "I"]),
            ("Sheet.Icon", ["identifier": "I", "size": 70]),
            ("Sheet.Perform", ["identifier": "I", "content": DaemonFixture.photo]),
        ] as [(String, JSON)])
    func anotherNameIsNoSuchActivity(_ method: String, _ parameters: JSON) throws {
        try run { daemon in
            try daemon.elect(Self.own, "ignore")
            try daemon.elect(Self.own, "use")
            let text = String(decoding: parameters.serialized, as: UTF8.self)
            let parameters = try JSON(parsing: text.replacing("\"I\"", with: "\"\(Self.twin)\""))
            let error = try daemon.refusal(method, parameters)
            #expect(error.name.hasSuffix(".NoSuchActivity"))
            #expect(try daemon.description(Self.own).election == .use)
        }
    }

    @Test func anotherNameExcludesNothing() throws {
        try run { daemon in
            let content: JSON = [["type": "image/png"]]
            let asked: JSON = ["content": content, "exclude": [.string(Self.twin)]]
            let listed = try daemon.identifiers(asked)
            #expect(listed.contains(Self.own))
            let both: JSON = ["content": content, "exclude": [.string(Self.twin), .string(Self.own)]]
            let left = try daemon.identifiers(both)
            #expect(!left.contains(Self.own))
        }
    }

    @Test func anAppsOwnActivityIsToldWhyItIsLeftOut() throws {
        try run { daemon in
            let own: JSON = [["identifier": .string(Self.twin), "title": "Glide"]]
            let reply = try daemon.list([
                "content": [["type": "image/png"]], "include": own, "exclude": [.string(Self.own)],
            ])
            #expect(reply.leftOut?.map(\.rule.rawValue) == ["identifier-form"])
        }
    }

    @Test func answersOfOneNameToTheEyeAreRefused() throws {
        try run { daemon in
            let answers = JSON.object(JSON.Object([("\u{E9}", "1"), ("e\u{301}", "2")]))
            let error = try daemon.refusal(
                "Sheet.Perform",
                ["identifier": .string(Self.own), "content": DaemonFixture.photo, "answers": answers])
            #expect(error == .invalidParameter("answers"))
        }
    }

    @Test func aParameterIsNamedByItsOwnScalars() throws {
        try run { daemon in
            let error = try daemon.refusal(
                "Registry.Elect",
                ["identifier": .string(Self.own), "election": "ignore", "loc\u{212A}": true])
            #expect(error == .invalidParameter("loc\u{212A}"))
        }
    }
}
