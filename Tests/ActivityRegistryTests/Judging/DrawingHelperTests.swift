// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import CLinux
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

/// A helper that is a script: it answers each frame as its `reply` function says.
private final class FakeHelper {
    let scratch = Scratch()
    var path: String { scratch("activity-draw") }

    init(_ reply: String) {
        scratch.write(
            "activity-draw",
            """
            #!/bin/bash
            echo started >> "\(scratch("starts"))"
            while IFS= read -r -d '' frame; do
                id=${frame#*:}; id=${id%%,*}
                \(reply)
            done

            """)
        chmod(path, 0o755)
    }

    var starts: Int { scratch.text("starts")?.split(separator: "\n").count ?? 0 }
}

/// Keeps the scripts' folders while a test runs.
private final class Fakes {
    var all: [FakeHelper] = []
}

@Suite("Speaking with the drawing helper", .serialized)
struct DrawingHelperTests {
    static let good = #"printf '{"id":%s,"diagnostics":[]}\0' "$id""#
    let icons = IconFiles(icon: "icon.png", files: ["icon.png": [1, 2, 3]])
    private let fakes = Fakes()

    private func helper(
        _ fake: FakeHelper, silence: Int = 10_000, limits: DrawingHelper.Limits = .init(),
        clock: (() -> Int)? = nil
    ) -> DrawingHelper {
        var limits = limits
        limits.silence = silence
        fakes.all.append(fake)
        return DrawingHelper(
            program: fake.path, environment: ["PATH": "/usr/bin:/bin"], limits: limits,
            clock: clock ?? Clocks.monotonic)
    }

    private func judge(_ helper: DrawingHelper, _ count: Int = 1) -> [IconVerdict] {
        var verdicts: [IconVerdict] = []
        for _ in 0..<count { helper.judge(icons, for: .own) { verdicts.append($0) } }
        #expect(verdicts.isEmpty, "no callback before judge returns")
        helper.wait()
        return verdicts
    }

    @Test func `Each request is answered once, and one helper serves them all`() {
        let fake = FakeHelper(Self.good)
        let helper = helper(fake)
        #expect(judge(helper, 20) == Array(repeating: IconVerdict([]), count: 20))
        #expect(judge(helper, 3).count == 3)
        #expect(fake.starts == 1)
    }

    @Test func `The request is the frame that the helper expects`() throws {
        let fake = FakeHelper(#"printf '%s' "$frame" > "${0%/*}/frame"; "# + Self.good)
        _ = judge(helper(fake))
        let text = try #require(fake.scratch.text("frame"))
        let expected: JSON = ["id": 1, "judge": ["icon": "icon.png", "files": ["icon.png": "AQID"]]]
        #expect(try JSON(parsing: text) == expected)
    }

    @Test func `A verdict's diagnostics point to the icon`() {
        let reply =
            #"printf '{"id":%s,"diagnostics":[{"rule":"icon-small","severity":"warning","message":"m"}]}\0' "$id""#
        #expect(judge(helper(FakeHelper(reply))) == [IconVerdict([Diagnostic(.iconSmall, at: "/icon", "m")])])
    }

    @Test(arguments: [
        #"exit 3"#, #"kill -9 $$"#, #"printf 'nonsense\0'"#, #"printf '{"id":99,"diagnostics":[]}\0'"#,
        #"printf '{"id":%s' "$id"; exit 0"#,
    ])
    func `A helper that ends or talks nonsense answers no request, and each callback runs once`(reply: String)
    {
        let verdicts = judge(helper(FakeHelper(reply)), 6)
        #expect(verdicts.count == 6)
        for verdict in verdicts {
            #expect(!verdict.isLasting && verdict.diagnostics.map(\.rule) == [.iconUnreadable])
            #expect(verdict.diagnostics.first?.message.contains("drawing helper ended") == true)
        }
    }

    @Test(arguments: [
        #"printf '{"id":%s,"diagnostics":[{"rule":"title-empty","severity":"error","message":"m"}]}\0' "$id""#,
        #"printf '{"id":%s,"png":"AQID"}\0' "$id""#,
    ])
    func `A verdict that is none is not believed`(reply: String) {
        let verdicts = judge(helper(FakeHelper(reply)))
        #expect(verdicts.map(\.isLasting) == [false])
        #expect(verdicts.flatMap(\.diagnostics).map(\.rule) == [.iconUnreadable])
    }

    @Test func `A helper that says nothing is killed, and the next request starts another`() {
        let fake = FakeHelper(#"if [ "$id" = 1 ]; then continue; fi; "# + Self.good)
        let helper = helper(fake, silence: 200)
        #expect(judge(helper).map(\.isLasting) == [false])
        #expect(judge(helper).map(\.isLasting) == [true])
        #expect(fake.starts == 2)
    }

    @Test func `After three failures nothing is started for a while`() {
        let fake = FakeHelper("exit 1")
        var now = 1_000
        let helper = helper(fake, clock: { now })
        for _ in 0..<10 { #expect(judge(helper).map(\.isLasting) == [false]) }
        #expect(fake.starts == 3)
        now += 1_001
        #expect(judge(helper, 2).count == 2)
        #expect(fake.starts == 4)
        now += 1_001
        _ = judge(helper)
        #expect(fake.starts == 4, "the second pause is longer")
    }

    @Test func `A program that is not there is as good as one that ends`() {
        let helper = DrawingHelper(program: "/nonexistent/activity-draw")
        #expect(judge(helper, 5).map(\.isLasting) == [false, false, false, false, false])
    }

    @Test func `An idle helper is ended`() {
        let fake = FakeHelper(Self.good)
        var now = 0
        let helper = helper(fake, clock: { now })
        _ = judge(helper)
        #expect(helper.descriptor != nil && helper.nextDeadline == 30_000)
        now = 30_000
        helper.process()
        #expect(helper.descriptor == nil)
        // Asks whether it has ended, without waiting, until it has.
        while let deadline = helper.nextDeadline {
            now = deadline
            helper.process()
        }
        #expect(judge(helper).map(\.isLasting) == [true])
    }

    @Test func `A callback may ask for more, or stop everything`() {
        let helper = helper(FakeHelper(Self.good))
        var count = 0
        helper.judge(icons, for: .own) { _ in
            helper.judge(icons, for: .own) { _ in
                count += 1
                helper.judge(icons, for: .own) { _ in count += 1 }
                helper.stop()
            }
        }
        helper.wait()
        #expect(count == 2)
    }

    @Test(arguments: [
        (#"printf '{"id":%s,"png":"AQID"}\0' "$id""#, Result<[UInt8], DrawingError>.success([1, 2, 3])),
        (#"printf '{"id":%s,"failed":"no"}\0' "$id""#, .failure(.failed("no"))),
        (
            #"printf '{"id":%s,"png":"?"}\0' "$id""#,
            .failure(.failed("the drawing helper gave no picture"))
        ),
    ])
    func `A drawing is a picture or a reason`(reply: String, expected: Result<[UInt8], DrawingError>) {
        let helper = helper(FakeHelper(reply))
        var answers: [Result<[UInt8], DrawingError>] = []
        helper.draw(icons, size: 70, tint: "#000000", for: .own) { answers.append($0) }
        helper.wait()
        #expect(answers == [expected])
    }

    @Test func `Large icons go through in pieces`() {
        let fake = FakeHelper(#"printf '{"id":%s,"failed":"%s"}\0' "$id" "${#frame}""#)
        let large = IconFiles(icon: "a.png", files: ["a.png": [UInt8](repeating: 7, count: 262_144)])
        let helper = helper(fake)
        var lengths: [Int] = []
        for _ in 0..<2 {
            helper.draw(large, size: 70, tint: "#000000", for: .own) { answer in
                if case .failure(.failed(let reason)) = answer { lengths.append(Int(reason) ?? 0) }
            }
        }
        helper.wait()
        #expect(lengths.count == 2 && lengths.allSatisfy { $0 > 349_000 })
    }

    /// Answers nothing before request `last` has come, and then all that came, with their order in `seen`.
    private static func answers(last: Int) -> String {
        #"""
        seen="$seen $id"; echo "$id" >> "${0%/*}/seen"
        if [ "$id" = \#(last) ]; then for id in $seen; do \#(good); done; seen=; last=yes; continue; fi
        if [ "$last" = yes ]; then for id in $seen; do \#(good); done; seen=; fi
        """#
    }

    @Test func `One user's many requests leave room for another's`() {
        let fake = FakeHelper(Self.answers(last: 41))
        let helper = helper(fake)
        var done = 0
        for _ in 1...30 { helper.judge(icons, for: .client(uid: 1000)) { _ in done += 1 } }
        for _ in 31...40 { helper.judge(icons, for: .own) { _ in done += 1 } }
        helper.judge(icons, for: .client(uid: 0)) { _ in done += 1 }
        helper.wait()
        #expect(done == 41)
        #expect(fake.scratch.text("seen")?.split(separator: "\n").prefix(4).contains("41") == true)
    }

    @Test func `A user's queue is bounded, and no other's is`() {
        let helper = helper(FakeHelper(Self.good))
        var verdicts: [String: [Int?]] = [:]
        for _ in 0..<40 {
            helper.judge(icons, for: .client(uid: 1000)) { verdicts["many", default: []].append($0.tooMany) }
            helper.judge(icons, for: .own) { verdicts["own", default: []].append($0.tooMany) }
        }
        helper.judge(icons, for: .client(uid: 1001)) { verdicts["other", default: []].append($0.tooMany) }
        helper.wait()
        #expect(verdicts["many"]?.filter { $0 == 32 }.count == 8)
        #expect(verdicts["own"] == Array(repeating: nil, count: 40))
        #expect(verdicts["other"] == [nil])
        // There is room again.
        helper.judge(icons, for: .client(uid: 1000)) { verdicts["again", default: []].append($0.tooMany) }
        helper.wait()
        #expect(verdicts["again"] == [nil])
    }

    @Test(arguments: [
        (Requester.own, nil), (.client(uid: 0), nil), (.client(uid: 1000), JSON.integer(1)),
    ])
    func `Only an ordinary client's processor time is bounded further`(
        requester: Requester, seconds: JSON?
    ) throws {
        var limits = DrawingHelper.Limits()
        limits.clientSeconds = 1
        let fake = FakeHelper(#"printf '%s' "$frame" > "${0%/*}/frame"; "# + Self.good)
        let helper = helper(fake, limits: limits)
        helper.judge(icons, for: requester) { _ in }
        helper.wait()
        let text = try #require(fake.scratch.text("frame"))
        #expect(try JSON.Object(json: JSON(parsing: text)).value("seconds") == seconds)
    }

    @Test func `A round judges each content once and files it`() {
        let shelf = Shelf()
        for name in ["a", "b", "c"] { shelf.put("org.example." + name) }
        shelf.scratch.write(
            "\(Shelf.vendor)/org.example.b.activity/icon.png", Fixtures.icon + "org.example.a")
        let fake = FakeHelper(#"echo x >> "${0%/*}/judged"; "# + Self.good)
        let helper = helper(fake)
        var load = shelf.load()
        JudgingRound(judge: helper, cache: shelf.cache).start(load.pending) {
            load = shelf.loader.finish(load, $0)
        }
        helper.wait()
        #expect(load.serving.count == 3 && load.pending.isEmpty)
        #expect(fake.scratch.text("judged") == "x\nx\n")
        #expect(shelf.load().pending.isEmpty)
    }

    @Test func `Shipped verdicts let the system's bundles serve at once`() throws {
        let shelf = Shelf()
        shelf.putSystem("io.activityd.print", "Print")
        let folder = shelf.path.systemFolder
        let bundles = try ShippedVerdicts.write(in: folder, by: helper(FakeHelper(Self.good)))
        #expect(bundles.map(\.standing) == [.present])
        let cache = VerdictCache(folder: nil, shippedFolder: folder)
        let load = Loader(path: shelf.path, trust: nil, cache: cache, programPath: "").load()
        #expect(load.serving == ["io.activityd.print"] && load.pending.isEmpty)
    }

    @Test func `Without a judge no verdicts are shipped`() throws {
        let shelf = Shelf()
        shelf.putSystem("io.activityd.print", "Print")
        let helper = DrawingHelper(program: "/nonexistent/activity-draw")
        let bundles = try ShippedVerdicts.write(in: shelf.path.systemFolder, by: helper)
        #expect(bundles.map(\.standing) == [.rejected])
        #expect(!shelf.scratch.exists(Shelf.system + "/verdicts.json"))
    }

    @Test func `The program is named by the environment, or lies where it is installed`() {
        #expect(DrawingHelper.program(environment: ["ACTIVITYD_DRAW": "/x/draw"]) == "/x/draw")
        #expect(DrawingHelper.program(environment: ["ACTIVITYD_DRAW": "draw"]).hasSuffix("/activity-draw"))
    }
}
