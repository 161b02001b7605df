// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import StrictJSON
import Systemd
import Testing

/// Sheets answered from the cache, without parsing the call completely.
@Suite struct `A sheet that is known` {
    private static func picture(_ name: String, size: Int = 20_480) -> JSON {
        [
            [
                "type": "image/png", "uri": .string("file:///home/ada/\(name).png"), "name": .string(name),
                "size": .integer(size),
            ]
        ]
    }

    /// Runs `body` beside a daemon that logs how each call was answered.
    private static func run(_ body: (DaemonFixture) throws -> Void) throws {
        try DaemonFixture.prepared { daemon in
            try daemon.start(logLevel: .debug)
            try body(daemon)
        }
    }

    @Test func `is that of another selection of the same kinds`() throws {
        try Self.run { daemon in
            try daemon.register(
                Plugin(
                    "org.example.plugin", "Plugin",
                    ["accepts": [["types": ["image/*"], "maxBytes": 1_000_000]]]))
            let first = try daemon.call("Sheet.List", ["content": Self.picture("a")])
            #expect(try daemon.call("Sheet.List", ["content": Self.picture("b", size: 5)]) == first)
            let large = try daemon.identifiers(["content": Self.picture("c", size: 1_000_001)])
            #expect(try daemon.identifiers(["content": Self.picture("d")]) == large + ["org.example.plugin"])
            #expect(daemon.sheets == [.new, .known, .new, .known])
        }
    }

    @Test func `is forgotten with the next generation`() throws {
        try Self.run { daemon in
            try daemon.register(Plugin("org.example.plugin", "Plugin"))
            let before = try daemon.identifiers(["content": Self.picture("a")])
            _ = try daemon.elect("org.example.plugin", "ignore")
            let after = try daemon.identifiers(["content": Self.picture("b")])
            #expect(before == after + ["org.example.plugin"])
            #expect(try daemon.identifiers(["content": Self.picture("c")]) == after)
            #expect(daemon.sheets == [.new, .new, .known])
        }
    }

    @Test func `depends on what the request includes and excludes`() throws {
        try Self.run { daemon in
            try daemon.register(Plugin("org.example.plugin", "Plugin"))
            let own: JSON = [["identifier": "org.app.own", "title": "Own"]]
            let plain = try daemon.identifiers(["content": Self.picture("a")])
            let with = try daemon.identifiers(["content": Self.picture("b"), "include": own])
            #expect(with.contains("org.app.own") && !plain.contains("org.app.own"))
            #expect(try daemon.identifiers(["content": Self.picture("c")]) == plain)
            let without = try daemon.identifiers([
                "content": Self.picture("d"), "exclude": ["org.example.plugin"],
            ])
            #expect(without + ["org.example.plugin"] == plain)
            #expect(daemon.sheets == [.new, .new, .known, .new])
        }
    }
}

extension DaemonFixture {
    fileprivate enum Sheet {
        case new, known
    }

    /// The log's entries about calls of List.
    fileprivate var sheets: [Sheet] {
        log.split(separator: "\n")
            .filter { $0.contains("io.activityd.Sheet.List of user") && !$0.contains("held up all others") }
            .map { $0.contains("answered as before") ? .known : .new }
    }
}
