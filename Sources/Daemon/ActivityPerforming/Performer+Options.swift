// SPDX-License-Identifier: Apache-2.0
//
// A transform's program prints what there is to change in the items. It runs in the background, and else as one that prints a
// field's options (Performer+Form.swift); but not at the lowest priority, as on a busy machine the sheet would not say that a
// place leaves. One that fails is not offered, and its author finds out why in the journal. One that has had no time to look is
// offered without a line: that nothing was found would be false.

import ActivityModel
import Glibc
import Host
import StrictJSON
import Systemd

extension Performer {
    /// Transforms that are asked about some content; those that come after them are not offered.
    package static let maximumQuestions = 16

    /// Asks transforms what there is to change, all at the same time.
    ///
    /// - Parameters:
    ///   - asked: when they were asked for, by CLOCK_BOOTTIME in microseconds; their time begins then.
    ///   - tell: given all that are known so far, in the order of the questions, each time one more is, and at the end.
    /// - Returns: the inquiry, which ends when it is let go of or has told the end.
    /// - Throws: `limitExceeded` where too many are asked already.
    package func describe(
        _ questions: [TransformQuestion], at asked: Int,
        tell: @escaping (_ options: [DescribedTransform], _ isFinal: Bool) -> Void
    ) throws(PerformRefusal) -> OptionsInquiry {
        guard inquiries < Self.maximumInquiries else {
            throw .limitExceeded("forms", Self.maximumInquiries)
        }
        inquiries += 1
        let inquiry = OptionsInquiry(questions.map(\.bundle), at: asked, self, tell)
        for (index, question) in questions.enumerated() {
            let caller = DiskCaller(.inquiry, bytes: 0, isWanted: { [weak inquiry] in inquiry != nil })
            let client = ProgramClient(self, caller) { [weak inquiry] in inquiry?.take($0, from: index) }
            inquiry.clients.append(client)
            perform(question.job, program: question.program, for: client)
        }
        inquiry.tellIfDone()
        return inquiry
    }
}

/// Transforms that are asked about some content.
package final class OptionsInquiry {
    private static let overdue = "It had not ended two seconds after Options was called."

    private let bundles: [Bundle]
    private weak var performer: Performer?
    /// Lines of those that are offered; nil where there was no time to look.
    private var details: [Int: String?] = [:]
    private var deadline: EventSource?
    private var tell: ((_ options: [DescribedTransform], _ isFinal: Bool) -> Void)?
    /// Indices of the transforms whose programs have not ended.
    private var missing: Set<Int>
    fileprivate var clients: [ProgramClient] = []

    fileprivate init(
        _ bundles: [Bundle], at asked: Int, _ performer: Performer,
        _ tell: @escaping (_ options: [DescribedTransform], _ isFinal: Bool) -> Void
    ) {
        (self.bundles, self.performer, self.tell) = (bundles, performer, tell)
        missing = Set(bundles.indices)
        // The programs have a deadline of their own, which also stops them.
        let left = max(0, asked + FormInquiry.patience - Clock.sinceBoot)
        deadline = try? performer.loop.after(UInt64(left)) { [weak self] in
            self?.giveUp()
        }
    }

    deinit { end() }

    private var options: [DescribedTransform] {
        details.sorted { $0.key < $1.key }.map {
            DescribedTransform(bundle: bundles[$0.key], detail: $0.value)
        }
    }

    private func giveUp() {
        for index in missing.sorted() { offer(index, because: Self.overdue) }
        missing = []
        tellIfDone()
    }

    /// Offers one that could not look.
    private func offer(_ index: Int, because reason: String) {
        details[index] = .some(nil)
        report("It is offered without a line: \(reason)", index)
    }

    private func report(_ sentence: String, _ index: Int) {
        performer?.onFailure?(bundles[index].identifier, sentence)
    }

    /// Tells what is offered where that is more, or the end.
    fileprivate func take(_ result: Result<Outcome, PerformRefusal>, from index: Int) {
        guard missing.remove(index) != nil else { return }
        let count = details.count
        switch result {
        case .success(let outcome): take(outcome, from: index)
        case .failure(let refusal):
            switch refusal {
            case .tooManyRunning, .limitExceeded: offer(index, because: refusal.sentence)
            default: report("It is not offered: \(refusal.sentence)", index)
            }
        }
        tellIfDone()
        if details.count > count { tell?(options, false) }
    }

    private func take(_ outcome: Outcome, from index: Int) {
        let lines = outcome.lines
        if outcome.isOverdue {
            offer(index, because: Self.overdue)
        } else if outcome.result == .failure {
            report("It is not offered: \(outcome.failure)", index)
        } else if lines.count > 1 {
            report("It is not offered: Its program prints \(lines.count) lines instead of one.", index)
        } else if let detail = lines.first {
            details[index] = detail
        }
    }

    fileprivate func tellIfDone() {
        guard missing.isEmpty, let tell else { return }
        self.tell = nil
        tell(options, true)
        end()
    }

    /// Ends the programs that still run.
    package func end() {
        tell = nil
        deadline?.remove()
        deadline = nil
        missing = []
        for client in clients { client.stop() }
        clients = []
        performer?.inquiries -= 1
        performer = nil
    }
}

extension Outcome {
    /// The text that a transform's program has printed, as people may be shown it: one line, or none if there is nothing to
    /// change.
    fileprivate var lines: [String] {
        guard result == .success, let output else { return [] }
        return output.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
            .map { FailureReason.cut(DisplayedName(String($0)).text) }.filter { !$0.isEmpty }
    }
}
