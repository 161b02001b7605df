// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

/// Owns the scripts' folders while a test runs.
private final class Scripts {
    var all: [ScriptedDraw] = []
}

@Suite("The client of activity-draw", .serialized)
struct DrawingClientTests {
    let icons = IconFiles(icon: "icon.png", files: ["icon.png": [1, 2, 3]])
    private let scripts = Scripts()

    private func client(
        _ draw: ScriptedDraw, limits: DrawingClient.Limits = .init(), clock: (() -> Int)? = nil
    ) -> DrawingClient {
        var limits = limits
        if clock == nil { limits.silence = Int(HangLimit.milliseconds) }
        scripts.all.append(draw)
        return DrawingClient(
            program: draw.path, environment: ["PATH": "/usr/bin:/bin"], limits: limits,
            clock: clock ?? Clocks.monotonic)
    }

    private func judge(_ client: DrawingClient, _ count: Int = 1) -> [IconFindings] {
        var findings: [IconFindings] = []
        for _ in 0..<count { client.judge(icons, for: .own) { findings.append($0) } }
        #expect(findings.isEmpty, "no callback before judge returns")
        client.wait()
        return findings
    }

    @Test func `Each request is answered once, and one process serves them all`() {
        let draw = ScriptedDraw()
        let client = client(draw)
        #expect(judge(client, 20) == Array(repeating: IconFindings([]), count: 20))
        #expect(judge(client, 3).count == 3)
        #expect(draw.starts == 1)
    }

    @Test func `The request is the frame that activity-draw expects`() throws {
        let draw = ScriptedDraw(#"printf '%s' "$frame" > "${0%/*}/frame"; "# + ScriptedDraw.good)
        _ = judge(client(draw))
        let text = try #require(draw.scratch.text("frame"))
        let expected: JSON = ["id": 1, "judge": ["icon": "icon.png", "files": ["icon.png": "AQID"]]]
        #expect(try JSON(parsing: text) == expected)
    }

    @Test func `Findings come as activity-draw has them`() {
        let reply =
            #"printf '{"id":%s,"diagnostics":[{"rule":"icon-small","#
            + #""severity":"warning","pointer":"/icon","message":"m"}]}\0' "$id""#
        let small = IconFindings([Diagnostic(.iconSmall, at: "/icon", "m")])
        #expect(judge(client(ScriptedDraw(reply))) == [small])
    }

    @Test(arguments: [
        #"exit 3"#, #"kill -9 $$"#, #"printf 'nonsense\0'"#, #"printf '{"id":99,"diagnostics":[]}\0'"#,
        #"printf '{"id":%s' "$id"; exit 0"#,
    ])
    func `A process that ends or talks nonsense answers nothing, and each callback runs once`(reply: String) {
        let findings = judge(client(ScriptedDraw(reply)), 6)
        #expect(findings.count == 6)
        for found in findings {
            #expect(!found.isCacheable && found.diagnostics.map(\.rule) == [.iconUnreadable])
            #expect(found.diagnostics.first?.message.contains("activity-draw ended") == true)
        }
    }

    @Test(arguments: [
        #"printf '{"id":%s,"diagnostics":[{"rule":"title-empty","#
            + #""severity":"error","message":"m"}]}\0' "$id""#,
        #"printf '{"id":%s,"png":"AQID"}\0' "$id""#,
    ])
    func `Findings that are none are not believed`(reply: String) {
        let findings = judge(client(ScriptedDraw(reply)))
        #expect(findings.map(\.isCacheable) == [false])
        #expect(findings.flatMap(\.diagnostics).map(\.rule) == [.iconUnreadable])
    }

    @Test func `A process that says nothing is killed, and the next request starts another`() {
        let draw = ScriptedDraw(#"if [ "$id" = 1 ]; then continue; fi; "# + ScriptedDraw.good)
        var now = 0
        let client = client(draw, clock: { now })
        var findings: [IconFindings] = []
        client.judge(icons, for: .own) { findings.append($0) }
        client.process()
        #expect(HangLimit.passes { draw.starts == 1 } && findings.isEmpty)
        now = DrawingClient.Limits().silence
        client.process()
        #expect(findings.map(\.isCacheable) == [false])
        #expect(judge(client).map(\.isCacheable) == [true])
        #expect(draw.starts == 2)
    }

    @Test func `After three failures nothing is started for a while`() {
        let draw = ScriptedDraw("exit 1")
        var now = 1_000
        let client = client(draw, clock: { now })
        for _ in 0..<10 { #expect(judge(client).map(\.isCacheable) == [false]) }
        #expect(draw.starts == 3)
        now += 1_001
        #expect(judge(client, 2).count == 2)
        #expect(draw.starts == 4)
        now += 1_001
        _ = judge(client)
        #expect(draw.starts == 4, "the second pause is longer")
    }

    /// A request whose process ends is tried in a second one.
    @Test func `An answer ends a row of failures`() {
        let draw = ScriptedDraw(#"case "$id" in 1|3) exit 1;; esac; "# + ScriptedDraw.good)
        let client = client(draw, clock: { 1_000 })
        #expect((1...4).flatMap { _ in judge(client) }.map(\.isCacheable) == [false, true, false, true])
    }

    @Test func `A program that is not there is as good as one that ends`() {
        let client = DrawingClient(program: "/nonexistent/activity-draw")
        #expect(judge(client, 5).map(\.isCacheable) == [false, false, false, false, false])
    }

    @Test func `A process that will be asked soon starts at once, and ends as an idle one does`() {
        let draw = ScriptedDraw()
        var now = 0
        let client = client(draw, clock: { now })
        client.expectRequests()
        #expect(client.nextDeadline == 0)
        client.process()
        client.expectRequests()
        #expect(client.descriptor != nil && client.nextDeadline == 30_000)
        #expect(judge(client).count == 1)
        #expect(draw.starts == 1)
        now = 30_000
        client.process()
        #expect(client.descriptor == nil)
    }

    @Test func `An expected process that cannot start is not tried for ever`() {
        let client = DrawingClient(program: "/nonexistent/activity-draw", clock: { 0 })
        var failures = 0
        client.onFailure = { _ in failures += 1 }
        for _ in 0..<10 {
            client.expectRequests()
            client.process()
        }
        #expect(failures == 3)
    }

    @Test func `An idle process is ended`() {
        let draw = ScriptedDraw()
        var now = 0
        let client = client(draw, clock: { now })
        _ = judge(client)
        #expect(client.descriptor != nil && client.nextDeadline == 30_000)
        now = 30_000
        client.process()
        #expect(client.descriptor == nil)
        // Polls for its end without blocking.
        while let deadline = client.nextDeadline {
            now = deadline
            client.process()
        }
        #expect(judge(client).map(\.isCacheable) == [true])
    }

    @Test func `A callback may ask for more, or stop everything`() {
        let client = client(ScriptedDraw())
        var count = 0
        client.judge(icons, for: .own) { _ in
            client.judge(icons, for: .own) { _ in
                count += 1
                client.judge(icons, for: .own) { _ in count += 1 }
                client.stop()
            }
        }
        client.wait()
        #expect(count == 2)
    }

    @Test(arguments: [
        (#"printf '{"id":%s,"png":"AQID"}\0' "$id""#, Result<[UInt8], DrawingError>.success([1, 2, 3])),
        (#"printf '{"id":%s,"failed":"no"}\0' "$id""#, .failure(.failed("no"))),
        (
            #"printf '{"id":%s,"png":"?"}\0' "$id""#,
            .failure(
                .failed(
                    "activity-draw gave another answer than it was asked for. Install the one of this "
                        + "version."
                ))
        ),
    ])
    func `A drawing is a picture or a reason`(reply: String, expected: Result<[UInt8], DrawingError>) {
        let client = client(ScriptedDraw(reply))
        var answers: [Result<[UInt8], DrawingError>] = []
        client.draw(icons, size: 70, tint: .black, for: .own) { answers.append($0) }
        client.wait()
        #expect(answers == [expected])
    }

    @Test func `Large icons go through in pieces`() {
        let draw = ScriptedDraw(#"printf '{"id":%s,"failed":"%s"}\0' "$id" "${#frame}""#)
        let large = IconFiles(icon: "a.png", files: ["a.png": [UInt8](repeating: 7, count: 262_144)])
        let client = client(draw)
        var lengths: [Int] = []
        for _ in 0..<2 {
            client.draw(large, size: 70, tint: .black, for: .own) { answer in
                if case .failure(.failed(let reason)) = answer { lengths.append(Int(reason) ?? 0) }
            }
        }
        client.wait()
        #expect(lengths.count == 2 && lengths.allSatisfy { $0 > 349_000 })
    }

    /// Answers no request before request `last` has arrived, then all of them; `seen` has their order.
    private static func answers(last: Int) -> String {
        #"""
        seen="$seen $id"; echo "$id" >> "${0%/*}/seen"
        if [ "$id" = \#(last) ]; then for id in $seen; do \#(ScriptedDraw.good); done; seen=; last=yes
            continue; fi
        if [ "$last" = yes ]; then for id in $seen; do \#(ScriptedDraw.good); done; seen=; fi
        """#
    }

    @Test func `One user's many requests leave room for another's`() {
        let draw = ScriptedDraw(Self.answers(last: 41))
        let client = client(draw)
        var done = 0
        for _ in 1...30 { client.judge(icons, for: .client(uid: 1000)) { _ in done += 1 } }
        for _ in 31...40 { client.judge(icons, for: .own) { _ in done += 1 } }
        client.judge(icons, for: .client(uid: 0)) { _ in done += 1 }
        client.wait()
        #expect(done == 41)
        #expect(draw.scratch.text("seen")?.split(separator: "\n").prefix(4).contains("41") == true)
    }

    @Test func `A user's queue is bounded, and no other's is`() {
        let client = client(ScriptedDraw())
        var findings: [String: [Int?]] = [:]
        for _ in 0..<40 {
            client.judge(icons, for: .client(uid: 1000)) { findings["many", default: []].append($0.tooMany) }
            client.judge(icons, for: .own) { findings["own", default: []].append($0.tooMany) }
        }
        client.judge(icons, for: .client(uid: 1001)) { findings["other", default: []].append($0.tooMany) }
        client.wait()
        #expect(findings["many"]?.filter { $0 == 32 }.count == 8)
        #expect(findings["own"] == Array(repeating: nil, count: 40))
        #expect(findings["other"] == [nil])
        // There is room again.
        client.judge(icons, for: .client(uid: 1000)) { findings["again", default: []].append($0.tooMany) }
        client.wait()
        #expect(findings["again"] == [nil])
    }

    @Test(arguments: [
        (Requester.own, nil), (.client(uid: 0), nil), (.client(uid: 1000), JSON.integer(1)),
    ])
    func `Only an ordinary client's processor time is bounded further`(
        requester: Requester, seconds: JSON?
    ) throws {
        var limits = DrawingClient.Limits()
        limits.clientSeconds = 1
        let draw = ScriptedDraw(#"printf '%s' "$frame" > "${0%/*}/frame"; "# + ScriptedDraw.good)
        let client = client(draw, limits: limits)
        client.judge(icons, for: requester) { _ in }
        client.wait()
        let text = try #require(draw.scratch.text("frame"))
        #expect(try JSON.Object(json: JSON(parsing: text)).value("seconds") == seconds)
    }

    @Test func `The program is named by the environment, or lies where it is installed`() {
        #expect(DrawingClient.program(environment: ["ACTIVITYD_DRAW": "/x/draw"]) == "/x/draw")
        #expect(DrawingClient.program(environment: ["ACTIVITYD_DRAW": "draw"]).hasSuffix("/activity-draw"))
    }
}
