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
        disk.run(at: folder.path) { [channels, end, time = Clock.sinceBoot] in
            PerformEnd(end, at: time, channels)
        } then: { [self] end in
            if handsOver { passOn { [self] in store(end) } } else { store(end) }
        }
    }

    /// Of what hands over only when its output is read by others: the next daemon looks after no performance that
    /// has a result.
    private func store(_ end: PerformEnd) {
        disk.run(at: folder.path) { [folder] in
            end.stored(in: folder)
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
        if handsOver { launcher.forget(unit) }
        if handsOver || isOver { onOver?() }
    }

    private static func name(ofSignal number: Int) -> String {
        linux_signal_name(CInt(number)).map { "SIG" + String(cString: $0) } ?? "SIGRTMIN+\(number - 34)"
    }

    /// Has what is still printed read by processes of their own, which pass it on to the journal and end with
    /// the last that may print: what was left behind, a browser say, may live for days, this daemon ends when it
    /// is idle, and a full pipe holds up the program that writes to it.
    ///
    /// - Parameter then: called when they run. systemd starts nothing for a client that has gone by the time it
    ///   reads the call, so the daemon must not end before.
    func passOn(then: @escaping () -> Void) {
        // Before they are closed: see `Server.remove`.
        for pipe in channels.pipes { stopReading(pipe) }
        let pipes = channels.pipes.filter { !$0.hasEnded }
        channels.closePipes()
        var missing = pipes.count
        guard missing > 0 else { return then() }
        for pipe in pipes {
            passOn(pipe) {
                missing -= 1
                if missing == 0 { then() }
            }
        }
    }

    private func passOn(_ pipe: OutputPipe, then: @escaping () -> Void) {
        guard let end = pipe.endForReading() else { return then() }
        defer { close(end) }
        let plan = LaunchPlan(
            reading: end, named: "\(folder.token)-\(pipe.stream)", of: identifier, folder: folder.path)
        launcher.launch(plan) { [launcher] event in
            switch event {
            case .refused: then()
            case .running(let unit, _):
                launcher.forget(unit)
                then()
            case .exited, .lost, .over: break
            }
        }
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
    private(set) var fault: StorageError?

    /// Reads what was printed; on the disk's thread.
    init(_ progress: Sheet.Progress, at time: Int, _ channels: PerformChannels) {
        var progress = progress
        for pipe in channels.pipes { pipe.drain() }
        if progress.result == .failure {
            progress.reason = FailureReason.make(
                status: progress.status, errors: channels.errors?.bytes ?? [])
        }
        // Clients, and the next daemon, must be able to read it as JSON.
        progress.output = channels.output?.text.map(JSON.streamSafe)
        self.progress = progress
        self.time = time
        errors = channels.errors?.text
    }

    /// Writes the result; on the disk's thread.
    func stored(in folder: PerformFolder) -> PerformEnd {
        var end = self
        do { try folder.save(PerformResult(progress, ended: time)) } catch { end.fault = error }
        return end
    }
}
