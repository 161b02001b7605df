// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import CLinux
import Glibc
import Host
import StrictJSON
import Systemd

extension Performance {
    func finish(_ end: ProcessEnd) {
        guard isUnderWay else { return }
        let isSuccess = end == .exited(0) && !isOverdue
        switch end {
        case .exited(let status): progress.exitStatus = status
        case .killed(let signal): progress.signal = Self.name(ofSignal: signal)
        }
        switch (isSuccess, record?.isCancelled) {
        case (_, true?): finish(.cancelled, status: nil)
        case (true, _): finish(.success, status: handsOver ? Self.handedOver : nil)
        case (false, _): finish(.failure, status: isOverdue ? "It took longer than it may." : nil)
        }
    }

    func finish(_ result: Sheet.Progress.Result, status: String?) {
        // Bounded, so that a program that floods the socket does not hold up the loop.
        for _ in 0..<8 where !listen() { break }
        state = .finishing
        for source in [progressSource, deadline].compactMap({ $0 }) { source.remove() }
        (progressSource, deadline, channels.receiver) = (nil, nil, nil)
        var end = progress
        (end.state, end.result, end.status) = (.finished, result, status ?? progress.status)
        disk.run(at: folder.path) { [folder, channels, end, time = Clock.sinceBoot] in
            PerformEnd.store(end, at: time, channels, in: folder)
        } then: { [self] in
            tell($0)
        }
    }

    private func tell(_ end: PerformEnd) {
        state = .finished
        ended = EndedPerform(
            token: folder.token, unit: unit, identifier: identifier, ended: end.time,
            unstored: end.fault.map { _ in end.progress })
        forget()
        followers.finish(end.progress)
        onFinish?(end)
        if handsOver {
            passOn()
            launcher.forget(unit)
        }
        if handsOver || isOver { onOver?() }
    }

    private static func name(ofSignal number: Int) -> String {
        linux_signal_name(CInt(number)).map { "SIG" + String(cString: $0) } ?? "SIGRTMIN+\(number - 34)"
    }

    /// Has what is still printed read by processes of their own, which pass it on to the journal and end with
    /// the last that may print: what was left behind, a browser say, may live for days, this daemon ends when it
    /// is idle, and a full pipe holds up the program that writes to it.
    func passOn() {
        // Before they are closed: see `Server.remove`.
        for pipe in channels.pipes { stopReading(pipe) }
        for pipe in channels.pipes where !pipe.hasEnded {
            guard let end = pipe.endForReading() else { continue }
            defer { close(end) }
            let plan = LaunchPlan(
                reading: end, named: "\(folder.token)-\(pipe.stream)", of: identifier, folder: folder.path)
            launcher.launch(plan) { [launcher] event in
                if case .running(let unit, _) = event { launcher.forget(unit) }
            }
        }
        channels.closePipes()
    }

    /// Nothing of the unit runs any more. What hands over keeps its files for the hour.
    func leave() {
        guard !handsOver else { return }
        isOver = true
        disk.run(at: folder.storeBase) { [folder] in folder.clear() }
        if ended != nil { onOver?() }
    }
}

/// How an activity ended, as it is told.
struct PerformEnd: Sendable {
    let progress: Sheet.Progress
    /// CLOCK_BOOTTIME in microseconds.
    let time: Int
    /// What it printed as errors.
    let errors: String?
    /// Why the disk did not take it.
    let fault: StorageError?

    /// Reads what was printed, and writes the result; on the disk's thread.
    static func store(
        _ progress: Sheet.Progress, at time: Int, _ channels: PerformChannels, in folder: PerformFolder
    ) -> PerformEnd {
        var progress = progress
        for pipe in channels.pipes { pipe.drain() }
        if progress.result == .failure {
            progress.reason = FailureReason.make(
                status: progress.status, errors: channels.errors?.bytes ?? [])
        }
        // Clients, and the next daemon, must be able to read it as JSON.
        progress.output = channels.output?.text.map(JSON.streamSafe)
        var fault: StorageError?
        do { try folder.save(PerformResult(progress, ended: time)) } catch { fault = error }
        return PerformEnd(progress: progress, time: time, errors: channels.errors?.text, fault: fault)
    }
}
