// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import StrictJSON
import TestSupport
import Testing

@testable import Varlink

/// Reading a call directly from its text gives the same result as reading it as a tree, or none.
@Suite struct `A call of List` {
    private static let items = [
        #"{"type":"image/png","uri":"file:///home/ada/a.png","name":"a.png","size":20480}"#,
        #"{ "name" : "Größe.pdf" , "type" : "Application/PDF; v=1" , "uri" : "FILE:/tmp/x" , "size" : null }"#,
        #"{"type":"x-scheme-handler/https","uri":"https://example.org/?a=1"}"#,
        #"{"type":"text/plain","text":"say \"hi\"\n","name":null}"#,
        #"{"type":"inode/directory","uri":"sftp://host/d","size":0}"#,
    ]
    private static let calls = [
        #"{"method":"io.activityd.Sheet.List","parameters":{"content":[\#(items.joined(separator: ","))]}}"#,
        #" {"parameters": {"locale": "de", "width": "compact", "titleWidth": 12, "#
            + #""exclude": ["a.b"], "includeOwn": true, "content": [ \#(items[0]), \#(items[0]) ]},"#
            + #" "method": "io.activityd.Sheet.List"} "#,
    ]

    /// A frame as the daemon reads it as a tree; nil if the daemon refuses it.
    private struct Reading {
        let ask: Sheet.ListRequest
        let outline: ContentOutline

        init?(_ frame: [UInt8], _ interface: Interface) {
            guard let call = Call(frame: frame), call.method == "io.activityd.Sheet.List",
                !call.wantsMore, !call.isOneway, !call.wantsUpgrade, let method = interface.method("List"),
                (try? interface.check(parameters: call.parameters, of: method)) != nil,
                var ask = try? Sheet.ListRequest(call.parameters), let content = try? Content(ask.content)
            else { return nil }
            ask.content = []
            (self.ask, outline) = (ask, content.outline)
        }
    }

    @Test(arguments: calls) func `is read from its text as it is as a tree`(_ call: String) throws {
        let frame = Array(call.utf8)
        let whole = try #require(Reading(frame, try Interfaces.load().sheet))
        let outline = try #require(ListCall(frame: frame))
        #expect(outline.content == whole.outline && outline.ask == whole.ask)
    }

    @Test(arguments: [
        #""alternatives":[]"#, #""type":"image/jpeg""#, #""other":1"#, #""size":-1"#, #""size":1.0"#,
        #""size":9007199254740993"#, #""uri":"a.png""#, #""uri":"file:\/\/\/a""#, #""text":"\ud800""#,
        #""temporary":true"#,
    ])
    func `is read as a tree where an item is written otherwise`(_ member: String) {
        let call =
            #"{"method":"io.activityd.Sheet.List","#
            + #""parameters":{"content":[{"type":"image/png",\#(member)}]}}"#
        #expect(ListCall(frame: Array(call.utf8)) == nil)
    }

    @Test(arguments: [
        #""include":[]"#, #""exclude":"a""#, #""content":[]"#, #""locale":"de","locale":"fr""#,
        #""locale":null,"locale":"fr""#, #""width":"wide""#, #""titleWidth":0"#, #""unknown":1"#,
    ])
    func `is read as a tree for a rare or faulty parameter`(_ parameter: String) {
        let call =
            #"{"method":"io.activityd.Sheet.List","parameters":{"content":[{"type":"a/b"}],\#(parameter)}}"#
        #expect(ListCall(frame: Array(call.utf8)) == nil)
    }

    @Test func `may have as much of each parameter as is allowed, and no more`() {
        func fault(include: Int = 0, exclude: Int = 0, titleWidth: Int? = nil) -> String? {
            let own = Sheet.OwnActivity(identifier: "org.example.a", title: "A", icon: "a.png")
            return Sheet.ListRequest(
                content: [], exclude: Array(repeating: "org.example.a", count: exclude),
                include: Array(repeating: own, count: include), titleWidth: titleWidth
            ).faultyParameter
        }
        #expect(fault(include: 64, exclude: 4096, titleWidth: 1) == nil)
        #expect(fault(include: 65) == "include" && fault(exclude: 4097) == "exclude")
        #expect(fault(titleWidth: 0) == "titleWidth")
    }

    @Test func `is read from its text with as many items and exclusions as are allowed`() {
        let item = #"{"type":"a/b","uri":null,"text":null,"name":null,"size":null}"#
        let content = Array(repeating: item, count: Content.maximumItems).joined(separator: ",")
        let names = Array(repeating: #""a.b""#, count: Sheet.ListRequest.maximumExcluded).joined(
            separator: ",")
        let call =
            #"{"method":"io.activityd.Sheet.List","parameters":{"content":[\#(content)],"#
            + #""exclude":[\#(names)],"locale":"de","width":"compact","titleWidth":14,"includeOwn":true}}"#
        let read = ListCall(frame: Array(call.utf8))
        #expect(read?.content.count == Content.maximumItems)
        #expect(read?.ask.exclude?.count == Sheet.ListRequest.maximumExcluded)
    }

    /// Measures CPU time of this thread, so that a busy machine makes no difference. A call sixteen times as
    /// long once cost sixteen times as much.
    @Test func `costs no more however much it excludes`() {
        func cost(_ size: Int) -> Duration? {
            let exclude = String(repeating: "[],", count: size / 3) + "[]"
            let call = Self.calls[0].dropLast(2) + #","exclude":[\#(exclude)]}}"#
            let frame = Array(call.utf8)
            return (0..<3).map { _ in ProcessorTime.of { #expect(ListCall(frame: frame) == nil) } }.min()
        }
        guard let (small, large) = cost(64 << 10).flatMap({ small in cost(1 << 20).map { (small, $0) } })
        else { return }
        #expect(large < small * 4)
    }

    @Test func `is the same both ways after a few bytes have changed`() throws {
        let interface = try Interfaces.load().sheet
        var numbers = SeededGenerator(state: 17)
        let pieces = [
            "\"", ",", ":", "{", "}", "[", "]", "null", "\"size\":7", " ", "\\u0041", "é", "-", "0", "\u{1}",
            "/",
            "file:///", "\"oneway\":true,", "\"type\":\"a/b\",",
        ].map { Array($0.utf8) }
        var alike = 0
        for round in 0..<20_000 {
            var frame = Array(Self.calls[round % Self.calls.count].utf8)
            for _ in 0...round % 3 {
                let place = Int.random(in: 0..<frame.count, using: &numbers)
                switch round % 4 {
                case 0: frame[place] = UInt8.random(in: 0...255, using: &numbers)
                case 1: frame.remove(at: place)
                case 2: frame.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: place)
                default: frame.insert(frame[Int.random(in: 0..<frame.count, using: &numbers)], at: place)
                }
            }
            guard let outline = ListCall(frame: frame) else { continue }
            alike += 1
            let whole = Reading(frame, interface)
            #expect(
                outline.content == whole?.outline && outline.ask == whole?.ask,
                "\(String(decoding: frame, as: UTF8.self))")
        }
        #expect(alike > 1_000)
    }
}

/// Knuth's linear congruential generator: the same numbers on every run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
