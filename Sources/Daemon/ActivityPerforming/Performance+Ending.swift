// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

extension Performance {
    /// - Parameters:
    ///   - end: how the main process ended; nil if unknown.
    ///   - reason: why the end is unknown, as a sentence.
    func finish(_ end: ProcessEnd?, unseen reason: String? = nil) {
        guard isUnderWay else { return }
        if record.isCancelled {
            finish(.cancelled, status: nil, end)
        } else if isOverdue {
            finish(.failure, status: "It took longer than it may.", end)
        } else if end == .exited(0) {
            finish(.success, status: handsOver ? Self.handedOver : nil, end)
        } else {
            finish(.failure, status: reason, end)
        }
    }

    /// - Parameter end: how the main process ended, if it has.
    func finish(_ result: Outcome.Result, status: String?, _ end: ProcessEnd? = nil) {
        // Bounded, so that a program that floods the socket does not block the loop.
        for _ in 0..<8 {
            guard let messages = channels.receiver?.receive(), !messages.isEmpty else { break }
            apply(messages)
        }
        state = .finishing(isOver: false)
        for source in [progressSource, deadline].compactMap({ $0 }) { source.remove() }
        (progressSource, deadline, channels.receiver) = (nil, nil, nil)
        var last = progress
        last.status = status ?? last.status
        var outcome = Outcome(last, result, end)
        outcome.made = record.made
        outcome.faults = faults
        outcome.isOverdue = isOverdue && result == .failure
        disk.run(at: folder.path) {
            [outcome, channels, itemNames, isInternal = record.isInternal, time = Clock.sinceBoot] in
            PerformanceEnd(outcome, at: time, channels, isInternal: isInternal, itemNames: itemNames)
        } then: { [self] end in
            if handsOver { handOverPipes { [self] in store(end) } } else { store(end) }
        }
    }

    /// Stores the end, unless the daemon ran the program for itself; then remaining processes are stopped. If
    /// the activity hands over, its output has other readers by now: the next daemon does not adopt a
    /// performance that has a result.
    private func store(_ end: PerformanceEnd) {
        if record.isInternal {
            // A remaining process would count against the limit, yet `Running` would not list it.
            if case .finishing(isOver: false) = state { launcher.stop(unit) { _ in } }
            return reportEnd(end)
        }
        disk.run(at: folder.path) { [folder] in
            end.stored(in: folder)
        } then: { [self] in
            reportEnd($0)
        }
    }

    private func reportEnd(_ end: PerformanceEnd) {
        guard case .finishing(let isOver) = state else { return }
        state = .finished(
            EndedPerformance(
                token: folder.token, unit: unit, identifier: identifier, ended: end.time,
                unstored: end.fault.map { _ in end.outcome.kept }))
        forget()
        followers.finish(end.outcome)
        onFinish?(end)
        if handsOver || isOver { release() }
    }

    /// Starts processes that copy further output to the journal and end with the last writer. An activity may
    /// leave a program running for days, a browser say; this daemon exits when it is idle, and a full pipe
    /// would block the program.
    ///
    /// - Parameter then: called when all readers run or have failed to start. systemd starts nothing for a
    ///   client that has disconnected before it reads the call, so the daemon must not exit earlier.
    func handOverPipes(then: @escaping () -> Void) {
        // Event sources are removed before their descriptors are closed: see `Server.remove`.
        for pipe in channels.pipes { stopReading(pipe) }
        let pipes = channels.pipes.filter { !$0.hasEnded }
        channels.closePipes()
        var missing = pipes.count
        guard missing > 0 else { return then() }
        for pipe in pipes {
            handOverPipes(pipe) {
                missing -= 1
                if missing == 0 { then() }
            }
        }
    }

    private func handOverPipes(_ pipe: OutputPipe, then: @escaping () -> Void) {
        guard let end = pipe.endForReading() else { return then() }
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

    /// Called when no process of the unit runs any more. An activity that hands over keeps its files for the
    /// hour.
    func leave() {
        guard !handsOver else { return }
        if case .finishing = state { state = .finishing(isOver: true) }
        if case .finished = state { release() }
    }

    /// Drops the unit and, unless the activity hands over, its files. This happens only after the result was
    /// stored, or could not be: until then the next daemon would read it from systemd and from the files.
    private func release() {
        launcher.forget(unit)
        if !handsOver { disk.run(at: folder.storeBase) { [folder] in folder.clear() } }
        onOver?()
    }
}
