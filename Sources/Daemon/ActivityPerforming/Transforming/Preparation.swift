// SPDX-License-Identifier: Apache-2.0
//
// The way of one Prepare. Its transforms run one after another, each as an activity does that the daemon runs for itself
// (`PerformJob.isInternal`), and each on what the one before has made:
//
//     the folder is made ─▶ a step's folder ─▶ its program runs ─▶ its files are taken over ─┐
//                                  ▲                                                        │
//                                  └──────────────── the next step ◀────────────────────────┤
//                                                                                the end ◀──┘
//
// Its clients know it by one name from the first step to the last. While a program runs, the disk's thread measures the
// copies twice a second; a program that makes too much is stopped. Whatever goes wrong, all copies go, and nothing is
// shared.

import ActivityModel
import Glibc
import Host
import Systemd

/// Changed copies of some content, on the way.
final class Preparation {
    static let unitPrefix = "prepare-"
    /// Between two measurements, in microseconds.
    private static let measureTime: UInt64 = 500_000

    let request: PreparationRequest
    let token: String
    /// The clients that wait for its end.
    let followers = Followers()
    private let performer: Performer
    private let copies: PreparedCopies
    /// As the steps so far have left it.
    private var content: Content
    private var step = 0
    private var progress: Progress
    /// The step's job, and the client of its program.
    private var job: PerformJob?
    private var client: StepClient?
    private var timer: EventSource?
    private(set) var isCancelled = false
    private var hasNoRoom = false
    /// How it ended; nil until then.
    private(set) var outcome: Outcome?
    /// Called once, before its clients are told.
    var onEnd: ((_ outcome: Outcome, _ copies: [FileStamp]?) -> Void)?

    init(_ request: PreparationRequest, _ performer: Performer, _ copies: PreparedCopies) {
        (self.request, self.performer, self.copies) = (request, performer, copies)
        token = PrivateFolders.newToken()
        content = request.content
        progress = Progress(unit: Self.unitPrefix + token)
    }

    var unit: String { progress.unit }

    /// Adds a client, which is told how far it is.
    func follow(_ client: any PerformClient) {
        followers.add(client, progress.fraction == nil ? .started(progress) : .progressed(progress))
    }

    func begin() {
        // It may be asked to end before.
        performer.disk.run(at: copies.path) { [copies, token] in
            Result { () throws(PerformRefusal) in try copies.make(token) }
        } then: { [self] made in
            if case .failure(let refusal) = made { return end(refusal.sentence) }
            begin(0)
        }
    }

    /// Whether all of its clients have left.
    var isLeft: Bool { followers.isEmpty && !isCancelled }

    func cancel() {
        guard outcome == nil else { return }
        isCancelled = true
        client?.stop(performer)
    }

    // MARK: Steps

    private func begin(_ step: Int) {
        self.step = step
        guard !isCancelled else { return end(.cancelled, nil) }
        guard step < request.steps.count else { return end(.success, nil) }
        report(0, nil)
        do throws(PerformRefusal) {
            start(try request.job(step, of: content))
        } catch {
            end(error.sentence)
        }
    }

    private func start(_ job: PerformJob) {
        self.job = job
        let used = performer.copiesInUse
        performer.disk.run(at: copies.path) { [copies, token, step] in
            Result { () throws(PerformRefusal) in
                guard let room = copies.makeRoom(for: token, keeping: used) else { throw Self.noRoom }
                return (folder: try copies.makeStep(step, of: token), room: room)
            }
        } then: { [self] made in
            guard !isCancelled else { return end(.cancelled, nil) }
            do throws(PerformRefusal) {
                let (folder, room) = try made.get()
                let client = StepClient(self)
                self.client = client
                measure(within: room)
                performer.perform(
                    job.transforming(into: folder), program: request.programs[step], for: client)
            } catch {
                end(error.sentence)
            }
        }
    }

    private static let noRoom = PerformRefusal.notPerformable(
        reason: "There is no room for more copies. Share fewer or smaller files.")

    /// Looks now and then whether the copies hold more than this, and there is no room for that.
    private func measure(within room: Int) {
        timer = try? performer.loop.after(Self.measureTime) { [weak self] in
            guard let self, client != nil else { return }
            let used = performer.copiesInUse
            performer.disk.run(at: copies.path) { [copies, token] in
                copies.bytes(of: token) <= room || copies.makeRoom(for: token, keeping: used) != nil
            } then: { [weak self] hasRoom in
                guard let self, let client else { return }
                if !hasRoom {
                    hasNoRoom = true
                    client.stop(performer)
                }
                timer?.rearm(after: Self.measureTime)
            }
        }
    }

    /// Takes what a step reports.
    fileprivate func take(_ event: PerformEvent, from client: StepClient) {
        guard client === self.client else { return }
        switch event {
        case .started: if isCancelled || hasNoRoom { client.stop(performer) }
        case .progressed(let progress): report(progress.fraction, progress.status)
        case .running, .cancelled: break
        case .refused(let refusal, _): endStep(); end(refusal.sentence)
        case .finished(let outcome):
            endStep()
            switch outcome.result {
            case .success where !hasNoRoom: takeOver()
            case .cancelled where isCancelled: end(.cancelled, nil)
            default: end(hasNoRoom ? Self.noRoom.sentence : outcome.reason ?? "It failed.")
            }
        }
    }

    private func endStep() {
        client = nil
        timer?.remove()
        timer = nil
    }

    /// Has what the program has made take its items' places.
    private func takeOver() {
        guard let job else { return }
        let (items, makes) = (content.items, request.steps[step].bundle.manifest.transform?.makes)
        let used = performer.copiesInUse
        performer.disk.run(at: copies.path) { [copies, token, step] in
            Result { () throws(MadeFiles.Fault) in
                let noRoom = MadeFiles.Fault(reason: Self.noRoom.sentence)
                guard let room = copies.makeRoom(for: token, keeping: used) else { throw noRoom }
                let made = try MadeFiles(in: copies.folder(of: step, token), maximum: job.items.count)
                // A file with holes takes little room here, and all of its size where it is sent to. One that was handed in with
                // them may leave with them.
                guard made.bytes <= max(Double(room), FileStamp.bytes(of: job.items)) else { throw noRoom }
                return try made.replacing(job.items, in: items, makes: makes)
            }
        } then: { [self] made in
            do throws(MadeFiles.Fault) {
                let items = try made.get()
                guard let content = try? Content(items) else { return end("It made too much.") }
                self.content = content
                begin(step + 1)
            } catch {
                end(error.reason)
            }
        }
    }

    private func report(_ fraction: Double?, _ status: String?) {
        progress.fraction = (Double(step) + (fraction ?? 0)) / Double(request.steps.count)
        progress.status = status
        followers.tell(.progressed(progress))
    }

    // MARK: The end

    private func end(_ reason: String) { end(.failure, reason) }

    private func end(_ result: Outcome.Result, _ reason: String?) {
        guard outcome == nil else { return }
        endStep()
        progress.status = nil
        if result == .success { progress.fraction = 1 }
        var outcome = Outcome(progress, result, nil)
        outcome.reason = reason
        if result == .success { outcome.content = content.items }
        self.outcome = outcome
        let paths = Set(content.items.compactMap { $0.representation.uri.flatMap(LocalPath.bytes) })
        // A client that is told that it failed finds nothing left of it.
        performer.disk.run(at: copies.path) { [copies, token, content = outcome.content] () -> [FileStamp]? in
            guard let content else {
                copies.remove(token)
                return nil
            }
            copies.keep(paths, of: token)
            return FileStamp.all(of: content)
        } then: { [self] stamps in
            onEnd?(outcome, stamps)
            followers.finish(outcome)
        }
    }
}

/// The client of a step's program.
private final class StepClient: PerformClient {
    let caller = DiskCaller(.own, bytes: 0)
    let isListening = true
    var onLeave: (() -> Void)?
    private let preparation: Preparation
    /// The name of its unit, once it runs.
    private var unit: String?

    init(_ preparation: Preparation) { self.preparation = preparation }

    func tell(_ event: PerformEvent) {
        if case .started(let progress) = event { unit = progress.unit }
        preparation.take(event, from: self)
    }

    func stop(_ performer: Performer) {
        if let unit { performer.cancel(unit, for: SilentClient(caller)) }
    }
}

extension PerformRefusal {
    /// The reason as a sentence for people.
    var sentence: String {
        switch self {
        case .invalidContent(_, let reason), .notApplicable(_, let reason), .invalidAnswer(_, let reason),
            .optionsUnavailable(_, let reason), .notPerformable(let reason):
            reason
        case .noSuchActivity, .noSuchUnit: "It is gone."
        case .answersRequired: "An answer is missing."
        case .limitExceeded(let limit, let maximum): "There are more than \(maximum) \(limit)."
        }
    }
}
