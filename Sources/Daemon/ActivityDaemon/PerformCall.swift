// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityPerforming
import Host
import StrictJSON
import Varlink

/// A call of Perform, Prepare, Follow, Running or Cancel, as the performer's client. A slow client gets the
/// newest progress when it can read again, and none in between; it always gets the end.
final class PerformCall: PerformClient {
    private let call: PendingCall
    private var hasReported = false

    init(_ call: PendingCall) { self.call = call }

    var caller: DiskCaller { call.diskCaller }
    var isListening: Bool { call.isOpen }
    var wantsProgress: Bool { call.wantsMore }
    var onLeave: (() -> Void)? {
        get { call.onCancel }
        set { call.onCancel = newValue }
    }

    func notify(_ event: PerformEvent) {
        switch event {
        case .started(let progress): report(Sheet.Progress(progress, .started))
        case .progressed(let progress): report(Sheet.Progress(progress, .running))
        case .finished(let outcome): call.reply(Sheet.Progress(outcome).object)
        case .running(let performs):
            let running = performs.map {
                Sheet.RunningPerform(
                    unit: $0.progress.unit, identifier: $0.identifier, title: $0.title,
                    fraction: $0.progress.fraction, status: $0.progress.status)
            }
            call.reply(Sheet.RunningReply(performs: running).object)
        case .cancelled: call.reply(JSON.Object())
        case .refused(let refusal, let identifier): call.refuse(CallError(refusal, of: identifier))
        }
    }

    private func report(_ progress: Sheet.Progress) {
        // A oneway client waits for no answer: its connection is free for the next call.
        if call.isOneway { return call.reply(progress.object) }
        guard call.wantsMore else { return }
        if hasReported { return call.streamNewest(progress.object) }
        hasReported = true
        call.stream(progress.object)
    }
}

extension Sheet.Progress {
    fileprivate init(_ progress: Progress, _ state: State) {
        self.init(
            state: state, unit: progress.unit, fraction: progress.fraction, status: progress.status)
    }

    fileprivate init(_ outcome: Outcome) {
        self.init(outcome.progress, .finished)
        result = Result(rawValue: outcome.result.rawValue)
        (exitStatus, signal) = (outcome.exitStatus, outcome.signal)
        if outcome.isOverdue { timedOut = true }
        (output, reason) = (outcome.output, outcome.reason)
        if outcome.result == .failure {
            errors = outcome.errors
            runs = outcome.progress.failedRuns.map { Sheet.Runs(failed: $0.count, all: $0.all) }
        }
        if !outcome.made.isEmpty { made = outcome.made.map { Sheet.Made(type: $0.type, uri: $0.uri) } }
        if !outcome.faults.isEmpty { faults = outcome.faults }
        if let preparation = outcome.preparation { add(preparation) }
    }
}
