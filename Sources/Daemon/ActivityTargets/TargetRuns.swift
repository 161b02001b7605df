// SPDX-License-Identifier: Apache-2.0
//
// The programs that print targets run while sheets are open, at most one instance of each at a time. A client
// with an equal request shares that run's reply; a client that asks about other types waits until that run
// has finished. A call waits at most `timeout`, so a program that hangs delays the final reply until then,
// and loses only its own targets.

import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Systemd
import Varlink

/// A request to a direct field's program. Equal requests share a reply.
struct TargetQuestion: Hashable {
    let identifier: String
    /// Path of the bundle's folder.
    let path: ExactText
    let locale: LocaleTag?
    /// MIME types of the shared content, unique and sorted.
    let types: [String]
}

/// A Targets call that waits for programs, until its deadline at most.
final class TargetsCall {
    /// Released at the end, because it retains its connection, and so the service that retains the runs.
    private var call: PendingCall?
    private var missing: Set<TargetQuestion>
    private var deadline: EventSource?
    private let reply: () -> JSON.Object

    init(
        _ call: PendingCall, _ questions: [TargetQuestion], _ loop: EventLoop, _ timeout: UInt64,
        reply: @escaping () -> JSON.Object
    ) {
        (self.call, self.reply, missing) = (call, reply, Set(questions))
        deadline = try? loop.after(timeout) { [weak self] in self?.end() }
        call.onCancel = { [weak self] in self?.leave() }
    }

    deinit { deadline?.remove() }

    var isWaiting: Bool { !missing.isEmpty && call?.isOpen == true }

    /// Called when a program has finished and its targets, if any, have been stored.
    func finish(_ question: TargetQuestion) {
        if missing.remove(question) != nil, missing.isEmpty { end() }
    }

    private func end() {
        let call = call
        leave()
        call?.reply(reply())
    }

    private func leave() {
        (call, missing) = (nil, [])
        deadline?.remove()
        deadline = nil
    }
}

/// Runs the programs that print targets, one at a time for each activity.
final class TargetRuns {
    typealias OutputHandler = (TargetQuestion, Result<String, PerformRefusal>, _ then: @escaping () -> Void)
        -> Void

    private struct Run {
        let question: TargetQuestion
        let job: PerformJob
        var waiters: [TargetsCall]
    }

    private let registry: BundleRegistry
    private let performer: Performer
    /// Stores a program's output, before the waiting calls are answered.
    private let onOutput: OutputHandler
    /// Runs keyed by bundle path. The first run of a queue is in progress if `running` contains its path.
    private var queues: [ExactText: [Run]] = [:]
    /// Bundle paths whose next run waits to start, in order.
    private var turns: [ExactText] = []
    private var running: Set<ExactText> = []

    init(
        _ registry: BundleRegistry, _ performer: Performer,
        onOutput: @escaping OutputHandler
    ) {
        (self.registry, self.performer, self.onOutput) = (registry, performer, onOutput)
    }

    func ask(_ question: TargetQuestion, _ job: PerformJob, for waiter: TargetsCall) {
        let path = question.path
        if let index = queues[path]?.firstIndex(where: { $0.question == question }) {
            queues[path]?[index].waiters.append(waiter)
        } else {
            queues[path, default: []].append(Run(question: question, job: job, waiters: [waiter]))
            if !running.contains(path), !turns.contains(path) { turns.append(path) }
        }
        startNext()
    }

    private func startNext() {
        while running.count < ProgramLimits.targets, !turns.isEmpty {
            let path = turns.removeFirst()
            // Drop runs that no call waits for any more.
            queues[path]?.removeAll { !$0.waiters.contains { $0.isWaiting } }
            guard let run = queues[path]?.first else {
                queues[path] = nil
                continue
            }
            running.insert(path)
            start(run)
        }
    }

    private func start(_ run: Run) {
        let (job, bundle) = (run.job, run.job.bundlePath)
        registry.request(for: DiskCaller(.own, bytes: 0), at: bundle) {
            $0.program(job.programName, of: bundle)
        } then: { [weak self, performer] found in
            let end = { (printed: Result<String, PerformRefusal>) in
                self?.onOutput(run.question, printed) { self?.finish(run.question) } ?? ()
            }
            switch found {
            case .success(.success(let program)):
                let printer = ProgramClient(performer, DiskCaller(.own, bytes: 0)) {
                    end($0.flatMap(\.printed))
                }
                performer.perform(job, program: program, for: printer)
            case .success(.failure(let obstacle)):
                end(.failure(.notPerformable(reason: obstacle.message)))
            case .failure(let refusal): end(.failure(PerformRefusal(refusal)))
            }
        }
    }

    private func finish(_ question: TargetQuestion) {
        let path = question.path
        running.remove(path)
        let run = queues[path]?.removeFirst()
        if queues[path]?.isEmpty == true { queues[path] = nil } else { turns.append(path) }
        for waiter in run?.waiters ?? [] { waiter.finish(question) }
        startNext()
    }
}
