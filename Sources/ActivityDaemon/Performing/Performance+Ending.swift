// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
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
        let isCancelled = record?.isCancelled == true
        finish(
            isCancelled ? .cancelled : isSuccess ? .success : .failure,
            status: isOverdue && !isCancelled ? "It took longer than it may." : nil)
    }

    func finish(_ result: Sheet.Progress.Result, status: String?) {
        // So much that whoever floods the socket holds nobody up.
        for _ in 0..<8 where !listen() { break }
        output?.drain()
        progress.state = .finished
        progress.result = result
        if let status { progress.status = status }
        // Clients, and the next daemon, must be able to read it as JSON.
        progress.output = output?.text.map(JSON.streamSafe)
        state = .finished
        let time = Clock.sinceBoot
        ended = time
        try? folder.save(PerformResult(progress, ended: time))
        for source in sources + [deadline].compactMap({ $0 }) { source.remove() }
        (sources, deadline, receiver) = ([], nil, nil)
        forget()
        followers.finish(progress)
        onFinish?(progress)
    }

    private static func name(ofSignal number: Int) -> String {
        linux_signal_name(CInt(number)).map { "SIG" + String(cString: $0) } ?? "SIGRTMIN+\(number - 34)"
    }

    /// Nothing of the unit runs any more.
    func leave() {
        folder.clear()
        onOver?()
    }
}
