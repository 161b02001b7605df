// SPDX-License-Identifier: Apache-2.0

import CLinux
import Host
import StrictJSON
import Systemd

/// Messages and output of a running activity, and its time limit.
extension Performance {
    /// Between two attempts to end what has had its time, in microseconds.
    private static let stopRetryTime: UInt64 = 1_000_000
    /// Maximum characters to retain of a fault.
    private static let faultLength = 1_000

    func watch() {
        if let receiver = channels.receiver {
            progressSource = try? loop.onReady(receiver.descriptor, EPOLLIN.rawValue) { [unowned self] in
                if take(channels.receiver?.receive() ?? []) { followers.tell(present) }
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

    /// It has not failed in its time. What was cancelled will end.
    private func handOver() {
        if !record.isCancelled { finish(.success, status: Self.handedOver) }
    }

    /// Its time is over. Where systemd cannot be reached it is asked again.
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
            // A program that prints for ever waits to be read, and takes no processor of the daemon's.
            pipeSources[pipe.stream]?.limit(to: 20, in: 100_000)
        }
    }

    /// Has a portion read, and waits for more only when that has been done.
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

    /// Takes up what the activity has reported; true where it is further than before.
    @discardableResult
    func take(_ messages: [[String: [String]]]) -> Bool {
        let before = progress
        for message in messages { progress.take(message) }
        collect(messages.flatMap { $0["X_MADE"] ?? [] })
        guard progress != before else { return false }
        hasReported = true
        return true
    }

    /// Keeps what it says it has made, for the next daemon too.
    private func collect(_ texts: [String]) {
        var made = record.made
        for fault in made.take(texts) { tell("X_MADE is left out. " + fault) }
        if made != record.made { change { $0.made = made } }
    }

    /// Tells the first faults. The text is the activity's: it may be as long as a message, of which the beginning shows
    /// which one it is, and clients must be able to read it as JSON.
    private func tell(_ fault: String) {
        guard faults.count < Made.maximumFaults else { return }
        let beginning = String.UnicodeScalarView(fault.unicodeScalars.prefix(Self.faultLength))
        let told = JSON.streamSafe(String(beginning))
        guard !faults.contains(told) else { return }
        faults.append(told)
        onFault?(told)
    }
}
