// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The error names the fault of a call, and no other client is affected.
struct BadRequestTests {
    private static let picture = #"{"type":"image/png"}"#

    private static func parsed(_ text: String) -> JSON {
        do { return try JSON(parsing: text) } catch { fatalError("\(text): \(error)") }
    }

    @Test func aParameterOfTheWrongShapeIsNamed() throws {
        let cases: [(String, String)] = [
            ("{}", "content"), (#"{"content":null}"#, "content"), (#"{"content":"x"}"#, "content"),
            (#"{"content":{}}"#, "content"), (#"{"content":[1]}"#, "content"),
            (#"{"content":[{}]}"#, "content"),
            (#"{"content":[{"type":1}]}"#, "content"), (#"{"content":[{"type":null}]}"#, "content"),
            (#"{"content":[{"type":"image/png","size":70.5}]}"#, "content"),
            (#"{"content":[{"type":"image/png","size":7e1}]}"#, "content"),
            (#"{"content":[{"type":"image/png","size":"70"}]}"#, "content"),
            (#"{"content":[{"type":"image/png","size":9007199254740993}]}"#, "content"),
            (#"{"content":[{"type":"image/png","size":-9007199254740993}]}"#, "content"),
            (#"{"content":[{"type":"image/png","size":99999999999999999999999}]}"#, "content"),
            (#"{"content":[{"type":"image/png","colour":"red"}]}"#, "content"),
            (#"{"content":[{"type":"image/png","alternatives":{}}]}"#, "content"),
            (#"{"content":[{"type":"image/png","alternatives":[{"uri":"a:b"}]}]}"#, "content"),
            (#"{"content":[{"type":"image/png","uri":5}]}"#, "content"),
            (#"{"content":[P],"exclude":"x"}"#, "exclude"), (#"{"content":[P],"exclude":[1]}"#, "exclude"),
            (#"{"content":[P],"include":[{}]}"#, "include"),
            (#"{"content":[P],"include":[{"identifier":"a.b"}]}"#, "include"),
            (#"{"content":[P],"include":[{"identifier":"a.b","title":"A","category":"other"}]}"#, "include"),
            (#"{"content":[P],"includeOwn":1}"#, "includeOwn"), (#"{"content":[P],"locale":5}"#, "locale"),
            (#"{"content":[P],"width":"wide"}"#, "width"),
            (#"{"content":[P],"titleWidth":14.5}"#, "titleWidth"),
            (#"{"content":[P],"titleWidth":14.0}"#, "titleWidth"),
            (#"{"content":[P],"titleWidth":"14"}"#, "titleWidth"),
            (#"{"content":[P],"titleWidth":9007199254740993}"#, "titleWidth"),
            (#"{"content":[P],"colour":"red"}"#, "colour"), (#"{"content":[P],"Exclude":[]}"#, "Exclude"),
        ]
        try DaemonFixture.run { daemon in
            for (parameters, name) in cases {
                let text = parameters.split(separator: "[P]", omittingEmptySubsequences: false)
                    .joined(separator: "[\(Self.picture)]")
                let error = try daemon.refusal("Sheet.List", Self.parsed(text))
                #expect(error == .invalidParameter(name), "\(parameters)")
            }
        }
    }

    @Test func contentOfTheRightShapeAndAWrongValueIsInvalid() throws {
        let cases: [(String, Int)] = [
            ("[]", 0), (#"[{"type":""}]"#, 0), (#"[{"type":"image"}]"#, 0), (#"[{"type":"image/"}]"#, 0),
            (#"[{"type":"/png"}]"#, 0), (#"[{"type":"image/*"}]"#, 0), (#"[{"type":"*/*"}]"#, 0),
            (#"[{"type":"image/png/x"}]"#, 0), (#"[{"type":"image /png"}]"#, 0),
            (#"[P,{"type":"image"}]"#, 1),
            (#"[P,{"type":"image/png","uri":"photo.png"}]"#, 1),
            (#"[{"type":"image/png","uri":"/home/a.png"}]"#, 0),
            (#"[{"type":"image/png","uri":""}]"#, 0), (#"[{"type":"image/png","uri":"file:"}]"#, 0),
            (#"[P,P,{"type":"image/png","size":-1}]"#, 2),
            (#"[P,{"type":"image/png","alternatives":[{"type":"text"}]}]"#, 1),
            (#"[{"type":"image/png","alternatives":[{"type":"text/plain","size":-5}]}]"#, 0),
        ]
        try DaemonFixture.run { daemon in
            for (content, item) in cases {
                let text = content.split(separator: "P", omittingEmptySubsequences: false).joined(
                    separator: Self.picture)
                for method in ["Sheet.List", "Registry.Explain"] {
                    let error = try daemon.refusal(method, ["content": Self.parsed(text)])
                    let interface = "io.activityd.\(method.prefix { $0 != "." })"
                    #expect(error.name == interface + ".InvalidContent", "\(content)")
                    #expect(error.parameters["item"] == .integer(item), "\(content)")
                    #expect(error.parameters["reason"]?.text?.count ?? 0 > 15, "\(content)")
                }
            }
        }
    }

    @Test func fourThousandAndNinetySixItemsAreEnough() throws {
        try DaemonFixture.run { daemon in
            func content(_ count: Int) -> JSON {
                ["content": .array(Array(repeating: ["type": "image/png"], count: count))]
            }
            #expect(try daemon.identifiers(content(4096)).count == 4)
            for method in ["Sheet.List", "Registry.Explain"] {
                let error = try daemon.refusal(method, content(5000))
                #expect(error.name.hasSuffix(".LimitExceeded"))
                #expect(error.parameters["limit"] == "items" && error.parameters["maximum"] == 4096)
            }
        }
    }

    @Test func nullEqualsAbsent() throws {
        try DaemonFixture.run { daemon in
            let bare = try daemon.list(Self.parsed(#"{"content":[{"type":"image/png"}]}"#))
            let full = try daemon.list(
                Self.parsed(
                    #"""
                    {"content":[{"type":"image/png","uri":null,"text":null,"name":null,"size":null,
                    "alternatives":null}],
                    "exclude":null,"include":null,"includeOwn":null,"locale":null,"width":null,
                    "titleWidth":null}
                    """#))
            #expect(bare == full)
            #expect(
                try daemon.call("Registry.Describe", ["identifier": .null])
                    == daemon.call("Registry.Describe"))
        }
    }

    @Test func repliesHoldNoNulls() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.a", "Alpha"))
            for (method, ask) in [
                ("Sheet.List", ["content": [["type": "image/png"]]]), ("Registry.Describe", [:]),
                ("Registry.Status", [:]), ("Registry.Explain", ["content": [["type": "image/png"]]]),
            ] as [(String, JSON)] {
                let wire = try daemon.wire()
                wire.send("io.activityd." + method, ask)
                let text = String(decoding: try #require(try wire.bytes()), as: UTF8.self)
                #expect(!text.split(separator: ":").contains { $0.hasPrefix("null") })
            }
        }
    }

    // MARK: Frames

    @Test func aFrameThatIsNoCallClosesThatConnectionAlone() throws {
        let cases: [String] = [
            "not JSON", "", "{", "[]", "5", "{}", #"{"method":5}"#, #"{"method":"a.b","method":"a.b"}"#,
            #"{"method":"io.systemd.service.Ping","parameters":[]}"#, "\u{FEFF}{}", #"{"method":"a.b"} {}"#,
            #"{"method":"io.systemd.service.Ping","more":1}"#, String(repeating: "[", count: 100_000),
        ]
        try DaemonFixture.run { daemon in
            for frame in cases {
                let other = try daemon.client()
                let wire = try daemon.wire()
                wire.send(frame: frame)
                #expect(try wire.bytes() == nil, "\(frame.prefix(50))")
                _ = try other.call("io.systemd.service.Ping")
            }
        }
    }

    @Test func aFrameOverTheLimitClosesThatConnectionAlone() throws {
        try DaemonFixture.run { daemon in
            let other = try daemon.client()
            let wire = try daemon.wire()
            wire.send(
                frame: #"{"method":"io.systemd.service.Ping","parameters":{"a":""#
                    + String(repeating: "x", count: 2 << 20))
            let reply = try wire.frame()
            #expect(reply?["error"]?.text?.hasSuffix(".LimitExceeded") == true)
            #expect(reply?["parameters"] == ["limit": "frame", "maximum": 1_048_576])
            #expect(try wire.bytes() == nil)
            _ = try other.call("io.systemd.service.Ping")
        }
    }

    @Test func aFrameUpToTheLimitIsTaken() throws {
        try DaemonFixture.run { daemon in
            let wire = try daemon.wire()
            let head = #"{"method":"io.systemd.service.Ping","parameters":{"a":""#
            let frame = head + String(repeating: "x", count: (1 << 20) - head.utf8.count - 3) + #""}}"#
            wire.send(frame: frame)
            let reply = try wire.frame()
            #expect(reply?["error"] == "org.varlink.service.InvalidParameter")
        }
    }

    @Test func halfAFrameAndGoneIsForgotten() throws {
        try DaemonFixture.run { daemon in
            for _ in 0..<20 {
                let wire = try daemon.wire()
                wire.send(raw: Array(#"{"method":"io.activityd.Sheet.Li"#.utf8))
            }
            let client = try daemon.client()
            // At the second call, the daemon has processed everything before the first.
            for _ in 0..<2 { _ = try client.call("io.systemd.service.Ping") }
            #expect(try client.call("io.activityd.Registry.Status")["connections"] == 1)
        }
    }

    @Test func aClientThatOnlyEndsItsSideIsAnswered() throws {
        try DaemonFixture.run { daemon in
            let wire = try daemon.wire()
            wire.send("io.systemd.service.Ping")
            wire.endSending()
            #expect(try wire.frame() != nil)
            #expect(try wire.bytes() == nil)
        }
    }

    // MARK: Calls

    @Test func onewayIsNeverAnswered() throws {
        try DaemonFixture.run { daemon in
            let wire = try daemon.wire()
            for (method, ask) in [
                ("io.activityd.Sheet.List", ["content": [["type": "image/png"]]]),
                ("io.activityd.Sheet.List", [:]),
                ("io.activityd.Sheet.Nothing", [:]), ("io.unknown.Method", [:]),
                ("io.activityd.Sheet.Perform", [:]),
                ("io.activityd.Sheet.Icon", ["identifier": "io.test.copy", "size": 70]),
                ("io.activityd.Sheet.Monitor", [:]), ("io.systemd.service.Reload", [:]),
            ] as [(String, JSON)] {
                wire.send(method, ask, [("oneway", true)])
            }
            wire.send("org.varlink.service.GetInfo")
            let reply = try #require(try wire.frame())
            #expect(reply["parameters"]?["vendor"] != nil)
            wire.endSending()
            #expect(try wire.bytes() == nil)
        }
    }

    @Test func callsOnAConnectionAreAnsweredInOrder() throws {
        try DaemonFixture.run { daemon in
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Icon", ["identifier": "io.test.copy", "size": 99])
            wire.send("io.activityd.Registry.Status")
            wire.send("io.activityd.Sheet.Icon", ["identifier": "io.test.copy", "size": 1])
            wire.send("io.systemd.service.Ping")
            #expect(try wire.frame()?["parameters"]?["png"] != nil)
            #expect(try wire.frame()?["parameters"]?["searchPath"] != nil)
            #expect(try wire.frame()?["error"] == "org.varlink.service.InvalidParameter")
            #expect(try wire.frame()?["error"] == nil)
        }
    }

    @Test func moreOnAMethodWithOneAnswerGivesOne() throws {
        try DaemonFixture.run { daemon in
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.List", ["content": [["type": "image/png"]]], [("more", true)])
            wire.send("io.systemd.service.Ping")
            let reply = try #require(try wire.frame())
            #expect(reply["parameters"]?["activities"] != nil && reply["continues"] != true)
            #expect(try wire.frame()?["parameters"]?["activities"] == nil)
        }
    }

    @Test(
        arguments: [
            ("io.systemd.service.Ping", [("upgrade", true)]),
            ("io.activityd.Sheet.List", [("upgrade", true)]),
            ("io.activityd.Sheet.Perform", [("upgrade", true)]),
        ] as [(String, [(String, JSON)])])
    func whatIsNotBuiltIsNotImplemented(_ method: String, _ flags: [(String, JSON)]) throws {
        try DaemonFixture.run { daemon in
            let parameters: [String: JSON] = [
                "Perform": ["identifier": "io.test.copy", "content": [["type": "image/png"]]],
                "List": ["content": [["type": "image/png"]]],
            ]
            let wire = try daemon.wire()
            wire.send(method, parameters[String(method.split(separator: ".").last ?? "")] ?? [:], flags)
            let reply = try #require(try wire.frame())
            #expect(reply["error"] == "org.varlink.service.MethodNotImplemented")
            #expect(reply["parameters"] == ["method": .string(method)])
        }
    }

    @Test func unknownMethodsAndInterfacesAreNamed() throws {
        try DaemonFixture.run { daemon in
            let method = try daemon.refusal("io.activityd.Sheet.Share")
            #expect(
                method == .methodNotFound("io.activityd.Sheet.Share"))
            let interface = try daemon.refusal("io.example.Sheet.List")
            #expect(
                interface == .interfaceNotFound("io.example.Sheet")
            )
            let description = try daemon.refusal(
                "org.varlink.service.GetInterfaceDescription", ["interface": "io.example.Sheet"])
            #expect(description.name == "org.varlink.service.InterfaceNotFound")
        }
    }

    @Test func aReplyOverTheLimitIsAnErrorThatNamesIt() throws {
        try DaemonFixture.run(prepare: { daemon in
            daemon.configure(#"{"limits": {"replyBytes": 65536}}"#)
            for number in 0..<300 { daemon.install(Plugin("org.example.many\(number)", "Many \(number)")) }
        }) { daemon in
            let watch = try Watch(daemon)
            try watch.wait { try daemon.status().custom == 300 }
            let error = try daemon.refusal("Registry.Describe")
            #expect(error.name == "io.activityd.Registry.LimitExceeded")
            #expect(error.parameters["limit"] == "reply" && error.parameters["maximum"] == 65_536)
            // The second one is known by then.
            for _ in 1...2 {
                let sheet = try daemon.refusal("Sheet.List", ["content": [["type": "image/png"]]])
                #expect(sheet.name == "io.activityd.Sheet.LimitExceeded")
            }
        }
    }

    @Test func oneConnectionTooManyIsToldSo() throws {
        try DaemonFixture.run(prepare: { daemon in
            daemon.configure(#"{"limits": {"connectionsPerUser": 8}}"#)
        }) { daemon in
            let wires = try (0..<8).map { _ in try daemon.wire() }
            wires[7].send("io.systemd.service.Ping")
            #expect(try wires[7].frame() != nil)
            let ninth = try daemon.wire()
            let reply = try ninth.frame()
            #expect(reply?["error"]?.text?.hasSuffix(".LimitExceeded") == true)
            #expect(reply?["parameters"] == ["limit": "connections", "maximum": 8])
            #expect(try ninth.bytes() == nil)
            wires[0].send("io.systemd.service.Ping")
            #expect(try wires[0].frame() != nil)
        }
    }
}
