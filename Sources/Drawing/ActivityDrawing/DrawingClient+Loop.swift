// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import StrictJSON

extension DrawingClient {
    /// Descriptor to poll for reading at all times; nil while activity-draw does not run.
    package var descriptor: Int32? { running?.descriptor }

    package var wantsWrite: Bool { sent < outgoing.count }

    package var isPending: Bool { !isIdle }

    var isIdle: Bool { waiting.isEmpty && underWay.isEmpty && done.isEmpty }

    private var canSend: Bool { underWay.count < limits.window && waiting.hasNext(where: hasShare) }

    /// Whether a requester may have one more request in progress: the window's last place is reserved for
    /// another requester.
    private func hasShare(_ requester: Requester) -> Bool {
        underWay.values.count { $0.requester == requester } < max(1, limits.window - 1)
    }

    /// The time, by `clock`, at which to call `process` even if the descriptor is not ready; in the past if
    /// there is work now, nil if nothing is due.
    package var nextDeadline: Int? {
        if !done.isEmpty || canSend || isExpected { return lastSign }
        let due = underWay.isEmpty ? lastSign + limits.idle : lastSign + limits.silence
        let own = running == nil ? nil : due
        return [own, collectAt].compactMap { $0 }.min()
    }

    /// Milliseconds between two attempts to reap a killed process.
    private static let collectTime = 20

    /// Reads, writes, enforces the limits, and calls back, as far as possible without blocking.
    package func process() {
        collect()
        if pausedUntil > clock(), running == nil { refuseAll() }
        if isExpected {
            isExpected = false
            _ = start()
        }
        fillWindow()
        write()
        read()
        fillWindow()
        write()
        endIfLate()
        callBack()
    }

    /// Waits until no request is pending. For threads without a loop.
    ///
    /// - Parameter stop: a descriptor that becomes readable to cancel the requests.
    package func wait(stoppedBy stop: Int32? = nil) {
        while isPending {
            process()
            guard isPending, let deadline = nextDeadline else { continue }
            var waited = [
                pollfd(fd: descriptor ?? -1, events: Int16(POLLIN | (wantsWrite ? POLLOUT : 0)), revents: 0),
                pollfd(fd: stop ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&waited, 2, Int32(clamping: max(0, deadline - clock())))
            if waited[1].revents != 0 { self.stop() }
        }
    }

    /// Kills and reaps activity-draw, which takes little time. For programs that continue to run.
    package func end() {
        stop()
        for process in killed {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        killed.removeAll()
    }

    /// Kills activity-draw; the requests in progress fail at the next `process`. Waiting requests start
    /// another process.
    package func stop() {
        guard running != nil || isPending else { return }
        failUnderWay("the program is shutting down")
    }

    // MARK: Steps

    private func fillWindow() {
        while canSend, start(), let request = waiting.next(where: hasShare) {
            guard request.isWanted() else {
                done.append((request, .failure(.failed("The client has gone."))))
                continue
            }
            if underWay.isEmpty { lastSign = clock() }
            underWay[request.id] = request
            outgoing += request.frame
        }
    }

    /// Starts activity-draw unless it runs.
    ///
    /// - Returns: whether it runs.
    private func start() -> Bool {
        if running != nil { return true }
        guard pausedUntil <= clock() else { return false }
        do throws(StorageError) {
            running = try DrawingProcess(starting: program, environment: environment)
            starts += 1
            return true
        } catch {
            fail("\(error)")
            return false
        }
    }

    private func write() {
        while wantsWrite {
            switch running?.send(outgoing, from: sent) {
            case .bytes(let count)?: sent += count
            case .ended(let reason)?: return fail(reason)
            case .blocked?, nil: return
            }
        }
        outgoing.removeAll()
        sent = 0
    }

    private func read() {
        while running != nil {
            let searched = incoming.count
            switch running?.receive(into: &incoming) {
            case .bytes?: takeFrames(from: searched)
            case .ended(let reason)?: return fail(reason)
            case .blocked?, nil: return
            }
        }
    }

    private func takeFrames(from searched: Int) {
        var start = 0
        var looked = searched
        while let end = incoming[looked...].firstIndex(of: 0) {
            guard handle(Array(incoming[start..<end])) else { return fail("it sent an answer to no request") }
            start = end + 1
            looked = start
        }
        if start > 0 { incoming.removeFirst(start) }
        if incoming.count > limits.answerBytes { fail("its answer is too long") }
    }

    private func handle(_ frame: [UInt8]) -> Bool {
        guard case .object(var reply)? = try? JSON(parsing: frame),
            case .integer(let id)? = reply.value("id"),
            let request = underWay.removeValue(forKey: id)
        else { return false }
        reply.set("id", nil)
        lastSign = clock()
        failuresInARow = 0
        done.append((request, (try? DrawAnswer(reply)).map(Answer.success) ?? .failure(.misunderstood)))
        return true
    }

    private func endIfLate() {
        let quiet = clock() - lastSign
        if !underWay.isEmpty {
            if quiet >= limits.silence {
                fail("it did not answer for \(limits.silence / 1_000) seconds", isRetrying: false)
            }
        } else if isIdle, quiet >= limits.idle {
            reset()
        }
    }

    // MARK: Failures

    /// Kills activity-draw after a failure. The requests in progress are retried once, or fail; after too
    /// many failures they and the waiting ones fail.
    ///
    /// - Parameter isRetrying: false for a silent process, whose requests have waited long enough.
    private func fail(_ reason: String, isRetrying: Bool = true) {
        failuresInARow += 1
        if failuresInARow >= limits.failures {
            let doublings = min(failuresInARow - limits.failures, 16)
            let pause = min(limits.pauses.lowerBound << doublings, limits.pauses.upperBound)
            pausedUntil = clock() + pause
        }
        onFailure?(reason)
        if isRetrying, pausedUntil <= clock() {
            retryUnderWay(reason)
        } else {
            failUnderWay(reason)
        }
        if pausedUntil > clock() { refuseAll() }
    }

    /// Puts the requests in progress back into the queue, each only once: the process's end affects them all,
    /// not only the request that caused it. Requests that were retried before fail.
    private func retryUnderWay(_ reason: String) {
        for var request in underWay.values.sorted(by: { $0.id > $1.id }) where !request.isSecondTry {
            underWay[request.id] = nil
            request.isSecondTry = true
            waiting.putBack(request, of: request.requester)
        }
        failUnderWay(reason)
    }

    private func failUnderWay(_ reason: String) {
        let sentence = "activity-draw ended (\(reason)). Check that \(program) runs."
        done += underWay.values.sorted { $0.id < $1.id }.map { ($0, .failure(.failed(sentence))) }
        reset()
    }

    /// Reaps the killed processes that have ended, without blocking.
    private func collect() {
        killed.removeAll { process in
            var status: Int32 = 0
            return waitpid(process, &status, WNOHANG) != 0
        }
        collectAt = killed.isEmpty ? nil : clock() + Self.collectTime
    }

    private func reset() {
        onEnd?()
        if let process = running?.identifier {
            killed.append(process)
            collectAt = clock() + Self.collectTime
        }
        running = nil
        underWay.removeAll()
        outgoing.removeAll()
        incoming.removeAll()
        sent = 0
    }

    private func refuseAll() {
        let sentence =
            "activity-draw keeps ending, and will be started again after a pause. "
            + "Check that \(program) runs."
        done += waiting.removeAll().map { ($0, .failure(.failed(sentence))) }
    }

    /// Calls the handlers of finished requests. Runs last: a handler may make new requests, or stop the
    /// client.
    private func callBack() {
        let answered = done
        done.removeAll()
        for (request, answer) in answered { request.then(answer) }
    }
}
