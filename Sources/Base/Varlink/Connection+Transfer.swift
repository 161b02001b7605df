// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Transfers bytes, and sets the events and deadlines to wait for in between.
extension Connection {
    private static let hangup = EPOLLHUP.rawValue | EPOLLERR.rawValue

    /// Handles an event on a connection that waits for its turn: if the client has hung up, a call that is
    /// answered in pieces ends.
    func notice(_ events: UInt32) {
        if piece != nil, events & Self.hangup != 0 { hangUp() }
    }

    func handle(events: UInt32) {
        if interest & EPOLLIN.rawValue != 0 {
            receive()
        } else if events & Self.hangup != 0 {
            if !isPostponed { hangUp() }
        } else if events & EPOLLOUT.rawValue != 0 {
            serve()
        }
    }

    /// Reads once; the next turn reads the rest, after the other connections.
    func receive() {
        let scratch = server.scratch
        let received = recv(descriptor, scratch.baseAddress, scratch.count, 0)
        if received > 0 {
            append(UnsafeRawBufferPointer(rebasing: scratch[..<received]))
        } else if received == 0 {
            end()
        } else if errno != EAGAIN && errno != EINTR {
            close()
        }
    }

    private func append(_ chunk: UnsafeRawBufferPointer) {
        guard inputState == .calls else { return }
        input.append(chunk)
        serve()
    }

    /// Handles the client's shutdown of its write side.
    private func end() {
        guard inputState == .calls else { return close() }
        inputState = .ended
        updateInterest()
    }

    /// Writes as much as the client accepts.
    func flush() {
        guard isOpen, !output.isEmpty else { return }
        switch output.write(to: descriptor) {
        case .written:
            if case .progress = deadline { deadline = .none }
            if isAnswering { onWritable?() }
        case .blocked(let progress):
            guard progress || !deadline.isProgress else { return }
            deadline = .progress(server.now + server.configuration.stallTime.milliseconds)
        case .disconnected: hangUp()
        }
    }

    /// Decides, between two events, what to wait for.
    func updateInterest() {
        guard isOpen else { return }
        if output.isEmpty, isFinished { return close() }
        setDeadline()
        setInterest()
    }

    private var isFinished: Bool {
        switch inputState {
        case .ended where !isAnswering, .hungUp: !isPostponed
        default: server.isDraining && (isAnswering ? onlyStreams : !isPostponed)
        }
    }

    private func setDeadline() {
        guard isIdle, !isPostponed else {
            if case .frame = deadline { deadline = .none }
            return
        }
        var end: Int { server.now + server.configuration.frameTime.milliseconds }
        switch inputState {
        case .discarded where !deadline.isHangup:
            Glibc.shutdown(descriptor, CInt(SHUT_WR))
            deadline = .hangup(end)
        case .calls where input.isEmpty: if deadline != .none { deadline = .none }
        case .calls where deadline == .none: deadline = .frame(end)
        default: break
        }
    }

    private func setInterest() {
        let wanted: UInt32
        if !output.isEmpty {
            wanted = EPOLLOUT.rawValue
        } else {
            wanted = isAnswering || isPostponed ? 0 : EPOLLIN.rawValue
        }
        guard wanted != interest else { return }
        interest = wanted
        if !server.poller.change(descriptor, to: wanted) { close(.system(SystemError("epoll_ctl"))) }
    }

    /// Drops a connection whose deadline has passed.
    func sweep(_ now: Int) {
        switch deadline {
        case .frame(let time) where now >= time: close(.slowToSend)
        case .progress(let time) where now >= time: close(.slowToRead)
        case .hangup(let time) where now >= time: close()
        default: break
        }
    }

    /// Reads the calls that the client has already sent, replies to them, and then closes.
    func drain() {
        if isIdle, !isPostponed, inputState == .calls { receive() }
        updateInterest()
    }
}

extension Connection.Deadline {
    fileprivate var isProgress: Bool { if case .progress = self { true } else { false } }
    fileprivate var isHangup: Bool { if case .hangup = self { true } else { false } }
}
