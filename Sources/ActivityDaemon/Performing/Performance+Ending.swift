// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import CLinux
import StrictJSON
import Systemd

extension Performance {
    func finish(_ end: ProcessEnd) {
        guard isPending else { return }
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
        for pipe in channels.pipes { pipe.drain() }
        progress.state = .finished
        progress.result = result
        if let status { progress.status = status }
        if result == .failure {
            progress.reason = FailureReason.make(
                status: progress.status, errors: channels.errors?.bytes ?? [])
        }
        // Clients, and the next daemon, must be able to read it as JSON.
        progress.output = channels.output?.text.map(JSON.streamSafe)
        state = .finished
        let time = Clock.sinceBoot
        ended = time
        try? folder.save(PerformResult(progress, ended: time))
        for source in [progressSource, deadline].compactMap({ $0 }) { source.remove() }
        (progressSource, deadline, channels.receiver) = (nil, nil, nil)
        forget()
        followers.finish(progress)
        onFinish?(progress, channels.errors?.text)
        guard handsOver else { return }
        passOn()
        launcher.forget(unit)
        onOver?()
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
        for pipe in channels.pipes where pipe.drain() != .ended {
            let plan = LaunchPlan(
                reading: pipe.handOver(), named: "\(folder.token)-\(pipe.stream)", of: identifier,
                folder: folder.path)
            launcher.launch(plan) { [launcher] event in
                if case .running(let unit) = event { launcher.forget(unit) }
            }
        }
        channels.closePipes()
    }

    /// Nothing of the unit runs any more.
    func leave() {
        disk.run(at: folder.storeBase) { [folder] in folder.clear() }
        onOver?()
    }
}
