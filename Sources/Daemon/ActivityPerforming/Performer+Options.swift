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
        let describers = questions.indices.map { Describer($0, inquiry) }
        inquiry.describers = describers
        for describer in describers {
            let question = questions[describer.index]
            perform(question.job, program: question.program, for: describer)
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
    /// The clients of programs that have not ended.
    fileprivate var describers: [Describer] = []

    fileprivate init(
        _ bundles: [Bundle], at asked: Int, _ performer: Performer,
        _ tell: @escaping (_ options: [DescribedTransform], _ isFinal: Bool) -> Void
    ) {
        (self.bundles, self.performer, self.tell) = (bundles, performer, tell)
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
        for describer in describers { offer(describer, because: Self.overdue) }
        describers = []
        tellIfDone()
    }

    /// Offers one that could not look.
    private func offer(_ describer: Describer, because reason: String) {
        details[describer.index] = .some(nil)
        report("It is offered without a line: \(reason)", describer)
    }

    private func report(_ sentence: String, _ describer: Describer) {
        performer?.onFailure?(bundles[describer.index].identifier, sentence)
    }

    fileprivate func take(_ outcome: Outcome, from describer: Describer) {
        guard remove(describer) else { return }
        let (count, lines) = (details.count, outcome.lines)
        if outcome.isOverdue {
            offer(describer, because: Self.overdue)
        } else if outcome.result == .failure {
            report("It is not offered: \(outcome.failure)", describer)
        } else if lines.count > 1 {
            report(
                "It is not offered: Its program prints \(lines.count) lines instead of one.",
                describer)
        } else if let detail = lines.first {
            details[describer.index] = detail
        }
        tellMore(than: count)
    }

    fileprivate func take(_ refusal: PerformRefusal, from describer: Describer) {
        guard remove(describer) else { return }
        let count = details.count
        switch refusal {
        case .tooManyRunning, .limitExceeded: offer(describer, because: refusal.sentence)
        default: report("It is not offered: \(refusal.sentence)", describer)
        }
        tellMore(than: count)
    }

    /// Tells what is offered where that is more, or the end.
    private func tellMore(than count: Int) {
        tellIfDone()
        if details.count > count { tell?(options, false) }
    }

    /// - Returns: whether an answer was still awaited.
    private func remove(_ describer: Describer) -> Bool {
        let count = describers.count
        describers.removeAll { $0 === describer }
        return describers.count < count
    }

    fileprivate func tellIfDone() {
        guard describers.isEmpty, let tell else { return }
        self.tell = nil
        tell(options, true)
        end()
    }

    /// Ends the programs that still run.
    package func end() {
        tell = nil
        deadline?.remove()
        deadline = nil
        for describer in describers { describer.leave(performer) }
        describers = []
        performer?.inquiries -= 1
        performer = nil
    }
}

/// The client of one such program.
private final class Describer: PerformClient {
    let caller: DiskCaller
    let isListening = true
    var onLeave: (() -> Void)?
    let index: Int
    private weak var inquiry: OptionsInquiry?
    /// The name of its unit, once it runs.
    private var unit: String?
    private weak var performer: Performer?

    init(_ index: Int, _ inquiry: OptionsInquiry) {
        (self.index, self.inquiry) = (index, inquiry)
        caller = DiskCaller(.inquiry, bytes: 0, isWanted: { [weak inquiry] in inquiry != nil })
    }

    func tell(_ event: PerformEvent) {
        switch event {
        case .started(let progress):
            unit = progress.unit
            if inquiry == nil { leave(performer) }
        case .progressed, .running, .cancelled: break
        case .refused(let refusal, _): inquiry?.take(refusal, from: self)
        case .finished(let outcome): inquiry?.take(outcome, from: self)
        }
    }

    /// Has the program end, at once or as soon as it runs.
    func leave(_ performer: Performer?) {
        inquiry = nil
        self.performer = performer
        if let unit { performer?.stop(unit) }
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
