// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import Host
import StrictJSON
import Testing

@Suite("A round of judging")
struct JudgingRoundTests {
    /// Answers when the test says so.
    private final class Judge: IconJudge {
        private(set) var asked: [IconFiles] = []
        private var waiting: [(IconVerdict) -> Void] = []

        func judge(_ icons: IconFiles, for requester: Requester, then: @escaping (IconVerdict) -> Void) {
            asked.append(icons)
            waiting.append(then)
        }

        func answer() {
            let answered = waiting
            waiting = []
            for then in answered { then(IconVerdict([])) }
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
        var verdicts: [Digest: IconVerdict] = [:]
        round.start(shelf.load().pending) { verdicts = $0 }
        while verdicts.isEmpty { judge.answer() }
        #expect(verdicts.count == 30)
        #expect(Set(judge.asked).count == 30 && judge.asked.count == 30)
    }

    @Test func `It does not wait for what is no longer wanted`() {
        let round = JudgingRound(judge: judge, cache: shelf.cache)
        for name in 0..<3 { shelf.put("org.example.p\(name)") }
        round.start(shelf.load().pending) { _ in Issue.record("It was started again.") }
        var verdicts: [Digest: IconVerdict]?
        round.start([]) { verdicts = $0 }
        #expect(verdicts?.isEmpty == true)
        judge.answer()
        #expect(shelf.load().pending.isEmpty)
    }
}
