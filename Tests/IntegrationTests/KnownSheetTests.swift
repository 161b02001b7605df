// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

/// Sheets that are answered from what was made before, without reading the call in full.
@Suite struct `A sheet that is known` {
    private static func picture(_ name: String, size: Int = 20_480) -> JSON {
        [
            [
                "type": "image/png", "uri": .string("file:///home/ada/\(name).png"), "name": .string(name),
                "size": .integer(size),
            ]
        ]
    }

    @Test func `is that of another selection of the same kinds`() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(
                Plugin(
                    "org.example.plugin", "Plugin",
                    ["accepts": [["types": ["image/*"], "maxBytes": 1_000_000]]]))
            let first = try daemon.call("Sheet.List", ["content": Self.picture("a")])
            #expect(try daemon.call("Sheet.List", ["content": Self.picture("b", size: 5)]) == first)
            let large = try daemon.identifiers(["content": Self.picture("c", size: 1_000_001)])
            #expect(try daemon.identifiers(["content": Self.picture("d")]) == large + ["org.example.plugin"])
        }
    }

    @Test func `is forgotten with the next generation`() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.plugin", "Plugin"))
            let before = try daemon.identifiers(["content": Self.picture("a")])
            _ = try daemon.elect("org.example.plugin", "ignore")
            let after = try daemon.identifiers(["content": Self.picture("b")])
            #expect(before == after + ["org.example.plugin"])
        }
    }

    @Test func `is nobody else's`() throws {
        try DaemonFixture.run { daemon in
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
        }
    }
}
