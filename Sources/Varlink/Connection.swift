// SPDX-License-Identifier: Apache-2.0
//
// One client. Bytes come in, are cut into frames at each NUL, and each frame is a call; calls are answered in
// order, one at a time. What bounds the memory of a connection is one rule, backpressure: nothing is read
// while a call is being answered or while a reply is not fully written. So there is at most one read's worth
// of calls that wait, one frame that is not whole yet (`frameLimit`), and one reply that is not written yet
// (`replyLimit`); a client that does not read stops being read.
//
// Replies are collected while the frames at hand are served and written when there are no more, or when there
// is a good deal to write: a client that sends ten calls at once costs one write. `serve` is that loop, and
// every way in ends in it: bytes have come, a reply went out, an answer was given later.
//
// A client that only shut down its write side still gets its answers (EPOLLRDHUP is not looked at); one that
// is gone (EPOLLHUP, or a write that fails) takes its call with it.

import CLinux
import Glibc
import StrictJSON

/// A client's connection to a server.
package final class Connection {
    /// Who connected.
    package let peer: Peer
    /// What the service remembers about the peer; set in `Server.onAccept`, before the first call.
    package var context: AnyObject?

    /// What is still expected from the client.
    enum Input {
        case calls
        /// It shut down its write side.
        case ended
        /// It is told why it must go; what it sends is thrown away until it hangs up.
        case discarded
    }

    /// What has to happen until when, or the connection is dropped.
    enum Deadline: Equatable {
        case none
        case frame(Int)
        case progress(Int)
        case hangup(Int)
    }

    let descriptor: CInt
    let service: Service
    /// Not counted: the server closes its connections before it goes, and a closed one does not touch it.
    unowned(unsafe) let server: Server

    var input = FrameBuffer()
    var output = OutputBuffer()
    var inputState = Input.calls
    var deadline = Deadline.none {
        didSet { server.deadlineChanged(from: oldValue, to: deadline) }
    }
    /// What epoll watches the descriptor for.
    var interest: UInt32
    private(set) var isOpen = true

    /// The number of the call that is being answered; 0 for none.
    private var current: UInt64 = 0
    private var lastNumber: UInt64 = 0
    /// Whether the call that is being answered has had a reply already.
    private var hasStreamed = false
    var onCancel: (() -> Void)?
    var onWritable: (() -> Void)?
    private var standing: StandingAnswer?
    private var isServing = false
    /// Whether calls at hand wait for this connection's next turn.
    private(set) var isPostponed = false

    init(descriptor: CInt, peer: Peer, service: Service, server: Server, interest: UInt32) {
        self.descriptor = descriptor
        self.peer = peer
        self.service = service
        self.server = server
        self.interest = interest
    }

    var isAnswering: Bool { current != 0 }
    /// Whether so little is left to write that more may be added.
    var isWritable: Bool { output.count < server.writeThreshold }
    /// Whether the next frame may be taken.
    var isIdle: Bool { isOpen && !isAnswering && output.isEmpty }
    /// Whether only replies beyond the first are outstanding.
    var onlyStreams: Bool { isAnswering && hasStreamed && output.isEmpty }

    func awaits(_ number: UInt64) -> Bool { isOpen && current == number }

    /// Closes, and tells whoever is at work on an answer. Harmless where it is closed.
    func close() {
        guard isOpen else { return }
        isOpen = false
        deadline = .none
        let cancelled = isAnswering ? onCancel : nil
        if isAnswering { endCall() }
        // Whoever keeps the cancelled call keeps the connection, but need not keep its bytes.
        (input, output) = (FrameBuffer(), OutputBuffer())
        server.remove(self)
        cancelled?()
    }

    // MARK: Calls

    /// Calls of one client that are served before the others have their turn.
    private static let callsPerTurn = 16

    /// Has its next turn.
    func resume() {
        isPostponed = false
        if isOpen { serve() }
    }

    /// Serves the frames at hand and writes the replies, as far as the client takes them and its turn lasts.
    func serve() {
        guard !isServing else { return }
        isServing = true
        var calls = 0
        repeat {
            while isOpen, !isAnswering, isWritable, inputState != .discarded, calls < Self.callsPerTurn {
                guard let frame = takeFrame() else { break }
                begin(frame)
                calls += 1
            }
            flush()
        } while isIdle && input.hasFrame && inputState != .discarded && calls < Self.callsPerTurn
        isServing = false
        if isIdle, input.hasFrame, inputState != .discarded, !isPostponed {
            isPostponed = true
            server.serveLater(self)
        }
        settle()
    }

    /// Gives the last answer once more, where all that has come is the last call over again.
    func answerAgain(_ chunk: UnsafeRawBufferPointer) -> Bool {
        guard isIdle, input.isEmpty, let known = standing, known.version == server.answerVersion,
            known.isFor(chunk)
        else { return false }
        output.append(frame: known.reply)
        flush()
        settle()
        return true
    }

    private func begin(_ frame: [UInt8]) {
        standing = nil
        if case .frame = deadline { deadline = .none }
        if let parameters = service.knownAnswer(to: frame, from: self) {
            keep(parameters, for: frame)
            return append(.encoded(parameters), for: nil)
        }
        switch service.receive(frame) {
        case .call(let call):
            lastNumber += 1
            start(PendingCall(call, connection: self, number: lastNumber))
        case .refused(let error, let isOneway):
            if !isOneway { append(.error(error), for: nil) }
        case .nonsense: close()
        }
    }

    private func start(_ call: PendingCall) {
        current = call.number
        hasStreamed = false
        server.callsInFlight += 1
        do {
            try call.route.handler.handle(call)
        } catch {
            call.fail(error)
        }
    }

    private func endCall() {
        current = 0
        (onCancel, onWritable) = (nil, nil)
        server.callsInFlight -= 1
    }

    /// Keeps the answer to a call as long as it stands.
    func keep(_ parameters: [UInt8], for frame: [UInt8]) {
        standing = StandingAnswer(frame: frame, parameters: parameters, version: server.answerVersion)
    }

    /// Takes a reply to the call that is being answered.
    func send(_ reply: Reply, to call: PendingCall) {
        if !call.isOneway { append(reply, for: call.route) }
        if case .parameters(_, continues: true) = reply, isOpen {
            hasStreamed = true
        } else if isAnswering {
            endCall()
        }
        serve()
    }

    // MARK: Limits

    private func append(_ reply: Reply, for route: Service.Route?) {
        let limit = server.configuration.replyLimit
        guard output.count <= limit else { return close() }
        if output.append(limit: limit, reply.serialize(into:)) { return }
        let error = server.limitExceeded("reply", limit, route?.interface)
        _ = output.append(limit: limit, Reply.error(error).serialize(into:))
        if isAnswering, case .parameters(_, continues: true) = reply { endCall() }
    }

    private func takeFrame() -> [UInt8]? {
        guard input.frameSize <= server.configuration.frameLimit else {
            refuse("frame", server.configuration.frameLimit)
            return nil
        }
        return input.takeFrame()
    }

    /// Says which limit was exceeded and takes no more calls.
    func refuse(_ limit: String, _ maximum: Int) {
        append(.error(server.limitExceeded(limit, maximum, nil)), for: nil)
        inputState = .discarded
        input.removeAll()
    }
}
