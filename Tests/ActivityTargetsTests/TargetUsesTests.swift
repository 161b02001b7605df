// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPerforming
import StrictJSON
import Testing

@testable import ActivityTargets

@Suite("Uses of targets")
struct TargetUsesTests {
    private static let day = 86_400
    private static let now = 1_790_000_000

    private func uses(_ times: (String, ContentKind, Int)...) -> TargetUses {
        times.reduce(into: TargetUses()) { $0.add(TargetName("org.x.a", $1.0), $1.1, at: $1.2) }
    }

    private func weight(_ uses: TargetUses, _ value: String = "v", _ kind: ContentKind = .image) -> Double {
        uses.weight(TargetName("org.x.a", value), kind, at: Self.now)
    }

    @Test("a use counts half after two weeks, and for its kind of content alone")
    func halfLife() {
        let found = uses(
            ("v", .image, Self.now - 14 * Self.day), ("v", .image, Self.now), ("w", .link, Self.now))
        #expect(weight(found) == 1.5 && weight(found, "w") == 0 && weight(found, "w", .link) == 1)
        #expect(weight(found, "gone") == 0)
    }

    @Test("a time to come counts as now, and no time is too large")
    func clock() {
        #expect(weight(uses(("v", .image, Self.now + 1_000))) == 1)
        #expect(weight(uses(("v", .image, .min), ("v", .image, .max))) == 1)
        // A clock that was ahead does not keep later uses from counting.
        var ahead = TargetUses()
        for _ in 0..<16 { ahead.add(TargetName("org.x.a", "v"), .image, at: Self.now + 1_000 * Self.day) }
        ahead.add(TargetName("org.x.a", "v"), .image, at: Self.now)
        #expect(ahead.last(TargetName("org.x.a", "v")) == Self.now)
    }

    @Test("the times of a clock that was ahead are taken back by the next use, also in the file")
    func takenBack() throws {
        let found = uses(("v", .image, Self.now + 1_000 * Self.day), ("v", .image, Self.now))
        let read = TargetUses(json: try JSON(parsing: found.json.serialized))
        #expect(read.all.map(\.count) == [2] && read.all.map(\.last) == [Self.now])
    }

    @Test("values are told apart by their bytes")
    func bytes() {
        let found = uses(("\u{E9}", .image, Self.now))
        #expect(weight(found, "\u{E9}") == 1 && weight(found, "e\u{301}") == 0)
    }

    @Test("the target that was used least lately makes way")
    func most() {
        var found = TargetUses()
        for index in 0...TargetUses.maximum {
            found.add(TargetName("org.x.a", "v\(index)"), .image, at: index)
        }
        #expect(found.all.count == TargetUses.maximum)
        #expect(found.last(TargetName("org.x.a", "v0")) == nil)
        // The clock was set back: the latest use still counts.
        found.add(TargetName("org.x.a", "new"), .image, at: -1)
        #expect(found.last(TargetName("org.x.a", "new")) == -1 && found.all.count == TargetUses.maximum)
    }

    @Test("times are kept, and read back; sixteen of a kind")
    func kept() throws {
        var found = TargetUses()
        for time in 1...20 { found.add(TargetName("org.x.a", "v"), .image, at: time) }
        found.add(TargetName("org.x.b", "a\tb"), .mixed, at: 7)
        let read = TargetUses(json: try JSON(parsing: found.json.serialized))
        #expect(read == found)
        #expect(read.all.map(\.count) == [16, 1] && read.all.map(\.last) == [20, 7])
    }

    @Test("of too many in a file those count that were used last")
    func tooMany() throws {
        let entries = (0..<100).map { (time: Int) in
            #"{"identifier": "org.x.a", "value": "v\#(time)", "uses": {"image": [\#(time)]}}"#
        }
        let read = TargetUses(json: try JSON(parsing: "[" + entries.joined(separator: ",") + "]"))
        #expect(read.all.map(\.last).sorted() == Array(36..<100))
    }

    @Test(
        "what is no use is left out",
        arguments: [
            "5", "[5, {}, null]", #"[{"identifier": "x", "value": "v", "uses": {"image": [1]}}]"#,
            #"[{"identifier": "org.x.a", "value": 1, "uses": {"image": [1]}}]"#,
            #"[{"identifier": "org.x.a", "value": "v", "uses": {"image": ["1"]}}]"#,
            #"[{"identifier": "org.x.a", "value": "v", "uses": {"image": []}}]"#,
            #"[{"identifier": "org.x.a", "value": "v", "uses": {"image": [-1, 9007199254740991]}}]"#,
            #"[{"identifier": "org.x.a", "value": "v", "uses": {"image": [9007199255]}}]"#,
        ])
    func broken(text: String) throws {
        #expect(TargetUses(json: try JSON(parsing: Array(text.utf8))).isEmpty)
    }

    @Test("an activity's are forgotten together")
    func forgotten() {
        var found = uses(("v", .image, 1), ("w", .link, 2))
        found.add(TargetName("org.x.b", "v"), .image, at: 3)
        found.remove("org.x.a")
        #expect(found.all.map(\.target) == [TargetName("org.x.b", "v")])
    }

    @Test(
        "what is shared is of one kind, or mixed",
        arguments: [
            (["image/png", "image/jpeg"], ContentKind.image), (["image/png", "text/plain"], .mixed),
            (["x-scheme-handler/https"], .link), (["inode/directory"], .folder), (["application/pdf"], .file),
            (["video/mp4"], .video), (["audio/ogg"], .audio), (["text/x-python"], .text),
        ])
    func kinds(types: [String], kind: ContentKind) throws {
        let content = try Content(types.map { Item(Representation(type: $0)) })
        #expect(ContentKind(content.outline) == kind)
    }
}
