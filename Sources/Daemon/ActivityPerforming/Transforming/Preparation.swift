// SPDX-License-Identifier: Apache-2.0
//
// The steps of a Prepare. Its transforms run one after another as internal performs
// (`PerformJob.isInternal`), each on the output of the one before:
//
//     make the folder ─▶ make a step's folder ─▶ run its program ─▶ take over its files ─┐
//                                 ▲                                                      │
//                                 └──────── the next step ◀──────────────────────────────┤
//                                                      the end ◀── inspect the result ◀──┘
//
// Clients know the Prepare by one unit name from the first step to the last. While a program runs, the disk's
// thread measures the copies twice a second; a program that exceeds its room is stopped. If any step fails,
// all copies are removed, and nothing is shared.

import ActivityModel
import Glibc
import Host
import Systemd

final class Preparation {
    /// Interval between measurements of the copies, in microseconds.
    private static let measureTime: UInt64 = 500_000
    let request: PreparationRequest
    /// Stamps of the files in the content, from before the first step.
    private let given: [FileStamp]
    let token: String
    let followers = Followers()
    private let performer: Performer
    private let copies: SharedCopies
    /// The copies, from their making to the end.
    private var held: HeldCopies?
    /// The content after the steps so far.
    private var working: WorkingContent
    private var step = 0
    private var progress: Progress
    private var client: ProgramClient?
    private var inspectionRun: InspectionRun?
    private var timer: EventSource?
    private(set) var isCancelled = false
    /// Stamps of the copies, from before they were inspected.
    private var made: [FileStamp]?
    /// The reason to stop the step's program early; nil to let it run.
    private var excess: TransformFault?
    /// Whether a client has received the unit's name, so that any client may follow and cancel it.
    private var isNamed = false
    /// The outcome; nil until the end.
    private(set) var outcome: Outcome?
    /// Called once, before clients receive the outcome.
    var onEnd: ((_ outcome: Outcome, _ copies: [FileStamp]?) -> Void)?

    init(
        _ request: PreparationRequest, _ given: [FileStamp], _ performer: Performer, _ copies: SharedCopies
    ) {
        (self.request, self.given) = (request, given)
        (self.performer, self.copies) = (performer, copies)
        token = SharedCopies.newToken()
        working = request.given
        progress = Progress(unit: token)
        followers.onEmpty = { [weak self] in self?.cancelIfUnknown() }
    }

    var unit: String { progress.unit }

    /// Sends a client the present progress, and adds it if it still listens.
    func follow(_ client: any PerformClient) {
        followers.add(client, progress.fraction == nil ? .started(progress) : .progressed(progress))
        if client.isListening, client.wantsProgress { isNamed = true }
        if followers.isEmpty { cancelIfUnknown() }
    }

    /// Cancels if no client has received the unit's name: no client could then ask for the copies.
    private func cancelIfUnknown() {
        if !isNamed { cancel() }
    }

    func begin() {
        // The Prepare may be cancelled before this completes.
        performer.disk.run(at: copies.path) { [copies, token] in
            Result { () throws(StorageError) in try copies.store.make(token) }
        } then: { [self] made in
            do throws(StorageError) { held = try made.get() } catch {
                let isFull = [ENOSPC, EDQUOT].contains(error.code)
                return end(.failure, error.description, noRoom: isFull)
            }
            begin(0)
        }
    }

    var isLeft: Bool { followers.isEmpty && !isCancelled }

    func cancel() {
        guard outcome == nil else { return }
        isCancelled = true
        client?.stop()
        if inspectionRun != nil { end(.cancelled, nil) }
    }

    // MARK: Steps

    private func begin(_ step: Int) {
        self.step = step
        guard !isCancelled, let held else { return end(.cancelled, nil) }
        guard step < request.steps.count else { return inspect() }
        report(0, nil)
        performer.disk.run(at: copies.path) { [copies, request, working] in
            Result { () throws(TransformFault) -> (job: PerformJob, room: Int)? in
                guard let job = try request.step(step, of: working) else { return nil }
                let room = try copies.makeRoom(for: held, by: job.title)
                return (job.transforming(into: try copies.makeStep(step, of: held)), room)
            }
        } then: { [self] made in
            guard !isCancelled else { return end(.cancelled, nil) }
            do throws(TransformFault) {
                guard let (job, room) = try made.get() else { return begin(step + 1) }
                let client = ProgramClient(
                    performer, DiskCaller(.own, bytes: 0),
                    onProgress: { [self] in report($0.fraction, $0.status) }
                ) { [self] in receive($0, of: job) }
                self.client = client
                measure(held, by: job.title, beyond: room)
                performer.perform(job, program: request.programs[step], for: client)
            } catch {
                fail(error)
            }
        }
    }

    /// Measures the copies repeatedly; stops the program if there is no room for them.
    private func measure(_ held: HeldCopies, by title: String, beyond room: Int) {
        timer = try? performer.loop.after(Self.measureTime) { [weak self] in
            guard let self else { return }
            performer.disk.run(at: copies.path) { [copies] in
                Result { () throws(TransformFault) in
                    try copies.makeRoom(for: held, by: title, beyond: room)
                }
            } then: { [weak self] made in
                guard let self, let client else { return }
                switch made {
                case .success(let room): measure(held, by: title, beyond: room)
                case .failure(let fault):
                    excess = fault
                    client.stop()
                }
            }
        }
    }

    private func receive(_ result: Result<Outcome, PerformRefusal>, of job: PerformJob) {
        endStep()
        switch result {
        case .failure(let refusal): fail(TransformFault(refusal))
        case .success(let outcome):
            switch outcome.result {
            case .success where excess == nil: takeOver(job, outcome.printedBytes)
            case .cancelled where isCancelled: end(.cancelled, nil)
            default: fail(excess ?? TransformFault(outcome, of: job.title))
            }
        }
    }

    private func endStep() {
        client = nil
        timer?.remove()
        timer = nil
    }

    /// Replaces the items by the program's output, and removes the files of earlier steps.
    private func takeOver(_ job: PerformJob, _ printed: [UInt8]) {
        let manifest = request.steps[step].bundle.manifest
        let transform = manifest.transform ?? Transform()
        guard let held else { return }
        performer.disk.run(at: copies.path) { [copies, step, given, working] in
            Result { () throws(TransformFault) in
                let room = try copies.makeRoom(for: held, by: job.title)
                let (files, linked) = (job.items.filter { !job.isLinked($0) }, job.items.filter(job.isLinked))
                let made = try MadeFiles(
                    in: copies.folder(of: step, held), by: job.title, maximum: files.count)
                // A sparse file occupies little room here, but its full size where it is sent. As much as the
                // given files is always permitted, since they may be sparse.
                guard made.bytes <= max(Double(room), FileStamp.bytes(of: given)) else { throw .noRoom }
                var next = working
                var items = working.content.items
                if job.keepsTexts { try job.apply(printed, to: linked, in: &items, &next) }
                items = try made.replacing(
                    files, in: items, by: transform, accepting: manifest.acceptedTypes)
                guard let content = try? Content(items) else {
                    throw TransformFault(job.title, "left items of more types than a sheet takes")
                }
                next.content = content
                copies.removeFiles(except: items, of: held)
                return next
            }
        } then: { [self] made in
            do throws(TransformFault) {
                working = try made.get()
                begin(step + 1)
            } catch {
                fail(error)
            }
        }
    }

    private func report(_ fraction: Double?, _ status: String?) {
        progress.fraction = (Double(step) + (fraction ?? 0)) / Double(request.steps.count)
        progress.status = status
        followers.notify(.progressed(progress))
    }

    // MARK: The inside

    /// Inspects all of the content, even unchanged items: the report must describe the content that will be
    /// shared. The stamps are made first, so that a file that changes meanwhile counts as changed.
    private func inspect() {
        let content = InspectionRequest(
            working.content, caption: working.caption, subject: working.subject, locale: request.locale)
        let (places, items) = (content.itemIndexes, working.content.items)
        (progress.fraction, progress.status) = (1, nil)
        followers.notify(.progressed(progress))
        performer.disk.run(at: copies.path) { [copies, request] in
            let job = request.inspector.flatMap {
                try? content.job(of: $0, timeout: PerformJob.transformTimeUSec)
            }
            return (job: job, stamps: copies.stamps(of: items))
        } then: { [self] (job, stamps) in
            guard !isCancelled else { return end(.cancelled, nil) }
            guard let stamps else { return end(.failure, PerformRefusal.contentChanged(item: 0).sentence) }
            made = stamps
            guard let job, let bundle = request.inspector, let program = request.inspectorProgram else {
                var inspection = Inspection(nothingOf: places)
                inspection.isFinal = request.inspector == nil
                return succeed(inspection)
            }
            let inspectionRun = performer.makeInspectionRun(places, by: bundle) { [self] in succeed($0) }
            self.inspectionRun = inspectionRun
            inspectionRun.begin(job, program: program)
        }
    }

    private func succeed(_ inspection: Inspection) {
        let prepared = PreparedContent(
            items: working.content.items, caption: working.caption, subject: working.subject,
            inspection: inspection)
        end(.success, nil, prepared)
    }

    // MARK: The end

    private func fail(_ fault: TransformFault) {
        let identifier = request.steps[step].bundle.identifier
        performer.onFailure?(identifier, fault.detail)
        end(
            .failure, fault.reason, option: fault.isOfOption ? identifier : nil, noRoom: fault.lacksRoom)
    }

    private func end(
        _ result: Outcome.Result, _ reason: String?, _ prepared: PreparedContent? = nil,
        option: String? = nil, noRoom: Bool = false
    ) {
        guard outcome == nil else { return }
        endStep()
        inspectionRun?.stop()
        inspectionRun = nil
        progress.status = nil
        if result == .success { progress.fraction = 1 }
        var outcome = Outcome(progress, result, nil)
        outcome.reason = reason
        outcome.preparation = PreparationEnd(content: prepared, option: option, noRoom: noRoom)
        self.outcome = outcome
        // The files are removed first, so that a client finds nothing left of a failure.
        let held = held
        self.held = nil
        // The disk's thread releases the lock, as closing it may wait for a server.
        performer.disk.run(at: copies.path) { [copies, token, given, made] in
            defer { withExtendedLifetime(held) {} }
            if result == .success {
                copies.finish(token, given + (made ?? []))
            } else {
                copies.store.discard(token)
            }
        } then: { [self] in
            // Without a complete inspection, the next request makes and inspects new copies.
            onEnd?(outcome, prepared?.inspection.isFinal == true ? made : nil)
            followers.finish(outcome)
        }
    }
}
