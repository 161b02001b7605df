// SPDX-License-Identifier: Apache-2.0

import CGIO
import SessionBus

/// Pending CanShare calls. The reply to a call that times out is false: a Share button that waits is worse
/// than a grey one.
final class ShareQuestions {
    private let opening: (any SheetOpening)?
    private let limits: ShareLimits
    private var waiting: [Int: (call: BusCall, timer: Source)] = [:]
    private var last = 0
    /// Questions without a reply from the daemon. A question may outlast its call.
    private var inquiries = 0
    /// Called after a reply to a call, except immediate ones.
    var onAnswer: () -> Void = {}

    init(_ opening: (any SheetOpening)?, _ limits: ShareLimits) {
        (self.opening, self.limits) = (opening, limits)
    }

    var isEmpty: Bool { waiting.isEmpty }

    func ask(_ call: BusCall) throws(BusError) {
        let types = try OptionReader.list(call.arguments[0])
        guard let opening, !types.isEmpty else { return call.reply(Variant.tuple(g_variant_new_boolean(0))) }
        let own = waiting.values.count { $0.call.sender == call.sender }
        guard own < limits.questionsOfCaller else {
            throw .limit(
                "This caller has \(limits.questionsOfCaller) calls of CanShare waiting. Wait for an answer.")
        }
        guard inquiries < limits.questions else {
            throw .limit("\(limits.questions) calls of CanShare wait for an answer. Try again.")
        }
        last += 1
        let question = last
        let timer = Source(after: limits.questionTimeout) { [weak self] in self?.answer(question, false) }
        waiting[question] = (call, timer)
        inquiries += 1
        opening.canShare(types: types) { [weak self] can in
            self?.inquiries -= 1
            self?.answer(question, can)
        }
    }

    /// Replies to the call, unless it has timed out already.
    private func answer(_ number: Int, _ can: Bool) {
        guard let question = waiting.removeValue(forKey: number) else { return }
        question.call.reply(Variant.tuple(g_variant_new_boolean(can ? 1 : 0)))
        onAnswer()
    }
}
