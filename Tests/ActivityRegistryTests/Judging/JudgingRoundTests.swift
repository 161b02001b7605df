// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import Host
import StrictJSON
import TestSupport
import Testing

@Suite("A round of judging")
struct JudgingRoundTests {
    /// Answers only when the test tells it to.
    private final class Judge: IconJudge {
        private(set) var asked: [IconFiles] = []
        private var waiting: [(IconFindings) -> Void] = []

        func judge(_ icons: IconFiles, for requester: Requester, then: @escaping (IconFindings) -> Void) {
            asked.append(icons)
            waiting.append(then)
        }

        func answer() {
            let answered = waiting
            waiting = []
            for then in answered { then(IconFindings([])) }
        }
    }

    private let shelf = Shelf()
    private let judge = Judge()

    @Test func `However often it is started again, a few icons are asked for, and each once`() {
        let round = JudgingRound(judge: judge, cache: shelf.cache)
        for name in 0..<30 { shelf.put("org.example.p\(name)") }
        for name in 0..<20 {
            shelf.put("org.example.p\(name)", ["version": .string("2.\(name)")])
            round.start(shelf.load().pending) { _ in Issue.record("It was started again.") }
        }
        #expect(judge.asked.count == 8)
        var findings: [Digest: IconFindings] = [:]
        round.start(shelf.load().pending) { findings = $0 }
        while findings.isEmpty { judge.answer() }
        #expect(findings.count == 30)
        #expect(Set(judge.asked).count == 30 && judge.asked.count == 30)
    }

    @Test func `It does not wait for what is no longer wanted`() {
        let round = JudgingRound(judge: judge, cache: shelf.cache)
        for name in 0..<3 { shelf.put("org.example.p\(name)") }
        round.start(shelf.load().pending) { _ in Issue.record("It was started again.") }
        var findings: [Digest: IconFindings]?
        round.start([]) { findings = $0 }
        #expect(findings?.isEmpty == true)
        judge.answer()
        #expect(shelf.load().pending.isEmpty)
    }

    @Test func `It judges each content once and files it`() {
        for name in ["a", "b", "c"] { shelf.put("org.example." + name) }
        shelf.scratch.write(
            "\(Shelf.vendor)/org.example.b.activity/icon.png", Fixtures.icon + "org.example.a")
        let draw = ScriptedDraw(#"echo x >> "${0%/*}/judged"; "# + ScriptedDraw.good)
        let client = DrawingClient(program: draw.path)
        var load = shelf.load()
        JudgingRound(judge: client, cache: shelf.cache).start(load.pending) {
            load = shelf.loader.finish(load, $0)
        }
        client.wait()
        #expect(load.serving.count == 3 && load.pending.isEmpty)
        #expect(draw.scratch.text("judged") == "x\nx\n")
        #expect(shelf.load().pending.isEmpty)
    }
}
