// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Handles one call after the other, from its frame to its last reply.
extension Connection {
    func begin(_ frame: [UInt8]) {
        if case .frame = deadline { deadline = .none }
        let time = timed { answer(frame) }
        account(for: time)
        if server.reportsCalls() { reportCall(time) }
    }

    /// Runs `work` in the turn of the client's holder; returns its nanoseconds.
    func timed(_ work: () -> Void) -> Int {
        server.pace.begin()
        server.isHandling = true
        work()
        server.isHandling = false
        let time = server.pace.lap()
        share.spend(time, in: server.pace.round)
        return time
    }

    private func answer(_ frame: [UInt8]) {
        if inputState != .hungUp, let known = service.knownReply(to: frame, from: self) {
            method = known.method
            outcome = append(.encoded(known.reply), for: nil).map { .failed($0) } ?? .known
            return
        }
        switch service.receive(frame) {
        case .call(let call, let route):
            lastNumber += 1
            start(PendingCall(call, route, size: frame.count, connection: self, number: lastNumber))
        case .refused(let error, let call):
            method = call.method
            if !call.isOneway { append(.error(error), for: nil) }
            outcome = .failed(error.cause.map { "\(error.name), \($0)" } ?? error.name)
        case .malformed:
            method = ""
            outcome = .abandoned
            close(.notACall)
        }
    }

    private func start(_ call: PendingCall) {
        method = call.route.qualifiedName
        guard inputState != .hungUp || call.isOneway else { return outcome = .abandoned }
        current = call.number
        outcome = .pending
        hasStreamed = false
        do {
            try call.route.handler.handle(call)
        } catch {
            call.fail(error)
        }
        if inputState == .hungUp { abandonCall() }
    }

    /// Ends the call because the client no longer waits for the reply.
    func abandonCall() {
        guard isAnswering else { return }
        let cancelled = onCancel
        endCall(.abandoned)
        cancelled?()
    }

    func endCall(_ outcome: CallReport.Outcome) {
        current = 0
        self.outcome = outcome
        (onCancel, onWritable, piece) = (nil, nil, nil)
        guard let begin = watched else { return }
        watched = nil
        server.onCall?(report(server.configuration.clock() - begin))
    }

    func send(_ reply: Reply, to call: PendingCall) {
        let error = call.isOneway ? reply.error : append(reply, for: call.route)
        if error == nil, isAnswering, case .parameters(_, continues: true) = reply {
            hasStreamed = true
        } else if isAnswering {
            endCall(error.map { .failed($0) } ?? .answered)
        }
        // The time before a deferred reply is not counted for this holder.
        if !server.isHandling { server.pace.pause() }
        serve()
    }
}

extension Connection {
    /// Records the time that a call, or a piece of one, has blocked the thread.
    func account(for time: Int) {
        if time / 1000 > server.worstCall?.microseconds ?? -1 { server.worstCall = report(time) }
        if time >= server.slowCallTime { server.onSlowCall?(report(time)) }
    }

    /// Reports a call's outcome, now or when it has ended.
    private func reportCall(_ time: Int) {
        if isAnswering {
            watched = server.configuration.clock() - time
        } else {
            server.onCall?(report(time))
        }
    }

    private func report(_ time: Int) -> CallReport {
        CallReport(method: method, peer: peer, outcome: outcome, microseconds: time / 1000)
    }
}

extension Connection {
    /// Appends a reply, or an error if the reply is too long; returns the name of an appended error. Closes
    /// the connection instead if too many replies are unread.
    @discardableResult
    private func append(_ reply: Reply, for route: Service.Route?) -> String? {
        let limit = server.configuration.replyLimit
        guard output.count <= limit else {
            close(.tooMuchUnread(maximum: limit))
            return nil
        }
        let fits =
            if case .encoded(let known) = reply {
                output.append(limit: limit, frame: known.frame)
            } else {
                output.append(limit: limit, reply.serialize(into:))
            }
        if fits { return reply.error }
        let error = server.limitExceeded("reply", limit, route?.interface)
        _ = output.append(limit: limit, Reply.error(error).serialize(into:))
        return error.name
    }

    func takeFrame() -> [UInt8]? {
        let limit = server.configuration.frameLimit
        guard input.frameSize <= limit else {
            refuseFrame(limit)
            return nil
        }
        return input.takeFrame()
    }

    /// Reports that the frame is too long, and accepts no more calls.
    private func refuseFrame(_ limit: Int) {
        server.onDisconnection?(peer, .frameTooLong(maximum: limit))
        append(.error(server.limitExceeded("frame", limit, nil)), for: nil)
        inputState = .discarded
        input.removeAll()
    }
}
