// SPDX-License-Identifier: Apache-2.0

import CLinux
import Host
import StrictJSON
import Systemd

/// Messages and output of a running activity, and its time limit.
extension Performance {
    /// Interval between attempts to stop an overdue activity, in microseconds.
    private static let stopRetryTime: UInt64 = 1_000_000
    /// Longest fault to retain, in Unicode scalars.
    private static let faultLength = 1_000

    func watch() {
        if let receiver = channels.receiver {
            progressSource = try? loop.onReady(receiver.descriptor, EPOLLIN.rawValue) { [unowned self] in
                if apply(channels.receiver?.receive() ?? []) { followers.notify(present) }
            }
            progressSource?.limit(to: 20, in: 100_000)
        }
        watchPipes()
    }

    /// Starts the deadline's timer. An adopted performance must be known to run first: it may have ended in
    /// time.
    func armDeadline() {
        guard isUnderWay else { return }
        if handsOver {
            deadline = try? loop.after(handOverTime) { [unowned self] in handOver() }
        } else if let time = record.deadline {
            deadline = try? loop.after(UInt64(max(0, time - Clock.sinceBoot))) { [unowned self] in end() }
        }
    }

    /// Called when the hand-over time has passed without a failure. A cancelled activity finishes when its
    /// processes end.
    private func handOver() {
        if !record.isCancelled { finish(.success, status: Self.handedOver) }
    }

    /// Called at the deadline: stops the activity, and retries as long as the stop cannot be requested.
    private func end() {
        isOverdue = true
        launcher.stop(unit) { [weak self] reason in
            if reason != nil { self?.deadline?.rearm(after: Self.stopRetryTime) }
        }
    }

    func watchPipes() {
        for pipe in channels.pipes {
            pipeSources[pipe.stream] = try? loop.onReady(pipe.descriptor, EPOLLIN.rawValue) {
                [unowned self, unowned pipe] in read(pipe)
            }
            // A program that prints without pause must not keep the daemon busy.
            pipeSources[pipe.stream]?.limit(to: 20, in: 100_000)
        }
    }

    /// Reads a portion on the disk thread, and polls the pipe again only afterwards.
    private func read(_ pipe: OutputPipe) {
        pipeSources[pipe.stream]?.pause()
        disk.run(at: folder.path) {
            pipe.read()
        } then: { [weak self] reading in
            guard let self else { return }
            guard reading == .ended else { return pipeSources[pipe.stream]?.resume() ?? () }
            stopReading(pipe)
            if pipeSources.isEmpty { launcher.outputEnded(unit) }
        }
    }

    func stopReading(_ pipe: OutputPipe) {
        pipeSources.removeValue(forKey: pipe.stream)?.remove()
    }

    /// Applies the activity's messages; true if they changed the progress.
    @discardableResult
    func apply(_ messages: [[String: [String]]]) -> Bool {
        let before = progress
        for message in messages { progress.apply(message) }
        collect(messages.flatMap { $0["X_MADE"] ?? [] })
        guard progress != before else { return false }
        hasReported = true
        return true
    }

    /// Records the results that the activity reports, for the next daemon too.
    private func collect(_ texts: [String]) {
        var made = record.made
        for fault in made.parse(texts) { reportFault("X_MADE is left out. " + fault) }
        if made != record.made { change { $0.made = made } }
    }

    /// Reports a fault, unless it was reported before or `ReportedResult.maximumFaults` is reached. The text
    /// may quote a whole message of the activity's, so it is cut and made valid in JSON.
    private func reportFault(_ fault: String) {
        guard faults.count < ReportedResult.maximumFaults else { return }
        let beginning = String.UnicodeScalarView(fault.unicodeScalars.prefix(Self.faultLength))
        let told = JSON.streamSafe(String(beginning))
        guard !faults.contains(told) else { return }
        faults.append(told)
        onFault?(told)
    }
}
