// SPDX-License-Identifier: Apache-2.0
//
// The inspector runs once for all items, in the background, but not at the lowest priority: on a busy machine
// the sheet would fail to warn that a location is shared. A client always gets a reply: it contains the items
// that were finished in time, and the others as unread. The reason is logged for the inspector's author.

package import ActivityModel
import Glibc
import Host
import Systemd

package struct InspectionRequest: Sendable {
    let request: PerformRequest

    package init(_ content: Content, caption: String?, subject: String?, locale: String?) {
        request = PerformRequest(
            content: content, caption: caption, subject: subject, answers: [:], locale: locale,
            activationToken: nil, isTrial: false)
    }

    /// Indexes of the content; from -1 if it has a caption or a subject.
    package var itemIndexes: Range<Int> {
        let hasWords = request.caption?.isEmpty == false || request.subject?.isEmpty == false
        return (hasWords ? -1 : 0)..<request.content.items.count
    }

    /// Creates the job. Call on the disk's thread: thousands of items would block other clients.
    ///
    /// - Parameter timeout: time limit, in microseconds.
    package func job(of bundle: Bundle, timeout: Int) throws(PerformRefusal) -> PerformJob {
        try PerformJob(inspecting: request, by: bundle, timeout: timeout)
    }
}

extension Performer {
    /// Maximum time that a sheet waits for an inspection, in microseconds.
    package static let inspectionTimeout = 2_000_000

    /// Prepares an inspection, which starts with `begin`.
    ///
    /// - Parameters:
    ///   - itemIndexes: indexes of the content.
    ///   - end: deadline for a reply, complete or not, by CLOCK_BOOTTIME in microseconds; nil to wait for
    ///     the program.
    ///   - then: called once, unless the inspection is stopped earlier.
    /// - Returns: the inspection, which stops when it is released.
    package func makeInspectionRun(
        _ itemIndexes: Range<Int>, by inspector: Bundle, before end: Int? = nil,
        then: @escaping (Inspection) -> Void
    ) -> InspectionRun { InspectionRun(itemIndexes, inspector.identifier, self, before: end, then) }
}

package final class InspectionRun {
    /// Time reserved for the disk to read the output, in microseconds.
    private static let readTime = 100_000

    private let itemIndexes: Range<Int>
    private let identifier: String
    private weak var performer: Performer?
    private var client: ProgramClient?
    private var timer: EventSource?
    private var then: ((Inspection) -> Void)?

    fileprivate init(
        _ itemIndexes: Range<Int>, _ identifier: String, _ performer: Performer, before end: Int?,
        _ then: @escaping (Inspection) -> Void
    ) {
        (self.itemIndexes, self.identifier, self.performer, self.then) = (
            itemIndexes, identifier, performer, then
        )
        guard let end else { return }
        let left = max(0, end - Self.readTime - Clock.sinceBoot)
        timer = try? performer.loop.after(UInt64(left)) { [weak self] in self?.giveUp() }
    }

    deinit { stop() }

    /// Starts the inspector, unless the inspection has ended.
    ///
    /// - Parameter program: the path of the inspector's program.
    package func begin(_ job: PerformJob, program: String) {
        guard let performer, then != nil else { return }
        let caller = DiskCaller(.inquiry, bytes: 0, isWanted: { [weak self] in self?.then != nil })
        let client = ProgramClient(performer, caller) { [weak self] in self?.receive($0) }
        self.client = client
        performer.perform(job, program: program, for: client)
    }

    /// Replies that no item was inspected, and logs the reason.
    package func giveUp(because sentence: String) {
        report(sentence)
        answer(Inspection(nothingOf: itemIndexes))
    }

    /// Stops the program; `then` is not called any more.
    package func stop() {
        then = nil
        timer?.remove()
        timer = nil
        client?.stop()
        client = nil
    }

    private func receive(_ result: Result<Outcome, PerformRefusal>) {
        switch result {
        case .success(let outcome):
            if outcome.result != .success, !outcome.isOverdue { report(outcome.failure) }
            if outcome.isOverdue { report("It took too long.") }
            sumUp(outcome.printedBytes, isFinal: outcome.result == .success)
        case .failure(let refusal):
            report(refusal.sentence)
            answer(Inspection(nothingOf: itemIndexes))
        }
    }

    /// Replies with the items that are finished so far.
    private func giveUp() {
        report("It had not ended in two seconds.")
        // Waits only for a short time, since the disk may hang.
        timer?.remove()
        timer = try? performer?.loop.after(UInt64(Self.readTime)) { [weak self] in
            guard let self else { return }
            answer(Inspection(nothingOf: itemIndexes))
        }
        guard let client else { return answer(Inspection(nothingOf: itemIndexes)) }
        client.readOutput { [weak self] in self?.sumUp($0, isFinal: false) }
    }

    private func sumUp(_ printed: [UInt8], isFinal: Bool) {
        guard let performer, then != nil else { return }
        performer.disk.run(at: performer.folders.path) { [itemIndexes] in
            InspectorLines(printed, of: itemIndexes).map { Inspection($0, of: itemIndexes) }
        } then: { [weak self] found in
            guard let self, then != nil else { return }
            guard var inspection = found else {
                report("It printed a line of another form, so that no item counts as looked into.")
                return answer(Inspection(nothingOf: itemIndexes))
            }
            inspection.isFinal = isFinal
            answer(inspection)
        }
    }

    private func answer(_ inspection: Inspection) {
        let then = then
        stop()
        then?(inspection)
    }

    private func report(_ sentence: String) {
        if then != nil { performer?.onFailure?(identifier, sentence) }
    }
}
