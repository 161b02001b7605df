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
// is gone (EPOLLHUP, or a write that fails) takes its call with it, and those behind it that want an answer.

import CLinux
import Glibc
import StrictJSON

/// A client's connection to a server.
package final class Connection {
    /// Who connected.
    package let peer: Peer
    /// Whose connections it counts with.
    package var holder: Holder { share.holder }
    /// The service's state for this peer; set in `Server.onAccept`, before the first call.
    package var context: AnyObject?

    /// Input that is still expected from the client.
    enum Input {
        case calls
        /// It shut down its write side.
        case ended
        /// It has hung up: of the calls that have come, those that want no answer are still served.
        case gone
        /// The client gets the reason; what it sends is thrown away until it hangs up.
        case discarded
    }

    /// An event, and the time by which it must happen, or the connection is dropped.
    enum Deadline: Equatable {
        case none
        case frame(Int)
        case progress(Int)
        case hangup(Int)
    }

    let descriptor: CInt
    /// The holder's.
    let share: Share
    let service: Service
    /// Not counted: the server closes its connections before it goes, and a closed one does not touch it.
    unowned(unsafe) let server: Server

    var input = FrameBuffer()
    var output = OutputBuffer()
    var inputState = Input.calls
    var deadline = Deadline.none {
        didSet { server.deadlineChanged(from: oldValue, to: deadline) }
    }
    /// Events for which epoll watches the descriptor.
    var interest: UInt32
    private(set) var isOpen = true

    /// The number of the call that is being answered; 0 for none.
    var current: UInt64 = 0
    var lastNumber: UInt64 = 0
    /// The last call's outcome.
    var outcome = CallReport.Outcome.pending
    /// Whether the call that is being answered has had a reply already.
    var hasStreamed = false
    var onCancel: (() -> Void)?
    var onWritable: (() -> Void)?
    /// The next piece of the call that is being answered, where it is answered in pieces.
    var piece: (() -> Void)?
    private var isServing = false
    /// Whether it waits for its user's next turn.
    var isPostponed = false
    /// The last call's qualified name; empty where what came was no call.
    var method = ""
    /// When the call that is being answered began, if its outcome is reported.
    var watched: Int?

    init(descriptor: CInt, peer: Peer, share: Share, service: Service, server: Server, interest: UInt32) {
        self.descriptor = descriptor
        self.peer = peer
        self.share = share
        self.service = service
        self.server = server
        self.interest = interest
    }

    /// Bytes of one reply with its NUL.
    package var replyLimit: Int { server.configuration.replyLimit }

    var isAnswering: Bool { current != 0 }
    /// Whether so little is left to write that more may be added.
    var isWritable: Bool { output.count < server.writeThreshold }
    /// Whether the next frame may be taken.
    var isIdle: Bool { isOpen && !isAnswering && output.isEmpty }
    /// Whether it waits for what happens next, and for nothing that is under way.
    var onlyStreams: Bool { isAnswering && hasStreamed && piece == nil && output.isEmpty }

    func awaits(_ number: UInt64) -> Bool { isOpen && current == number }

    /// Closes, and tells the handler that is at work on an answer. Harmless if already closed.
    ///
    /// - Parameter reason: where it is not the client that ended it, nor the server's own end.
    func close(_ reason: Disconnection? = nil) {
        guard isOpen else { return }
        isOpen = false
        deadline = .none
        if let reason { server.onDisconnection?(peer, reason) }
        // A handler that keeps the cancelled call keeps the connection, but need not keep its bytes.
        (input, output) = (FrameBuffer(), OutputBuffer())
        server.remove(self)
        abandonCall()
    }

    /// Lets go of the client that has gone, once the calls behind the present one are served that want no answer.
    func hangUp() {
        guard input.hasFrame, inputState != .discarded else { return close() }
        inputState = .gone
        output = OutputBuffer()
        abandonCall()
        serve()
    }

    // MARK: Calls

    /// Has its next turn, with the events that it waited with.
    func resume(_ events: UInt32) {
        isPostponed = false
        guard isOpen else { return }
        if events == 0 { serve() } else { handle(events: events) }
        // The events may have been those of a call that was answered meanwhile; nothing was watched since.
        settle()
    }

    /// Serves the frames at hand and writes the replies, as far as the client takes them and its turn lasts.
    func serve() {
        guard !isServing else { return }
        isServing = true
        repeat {
            while isOpen, isWritable, inputState != .discarded, server.hasTime(share), goOn() {}
            flush()
        } while hasWork && server.hasTime(share)
        isServing = false
        if hasWork, !isPostponed {
            isPostponed = true
            server.serveLater(self)
        }
        settle()
    }

    /// Whether all that it waits for is a turn.
    private var hasWork: Bool {
        if piece != nil { return isOpen && output.isEmpty }
        return isIdle && input.hasFrame && inputState != .discarded
    }

    /// Does the next piece of the call at hand, or begins the next call; false if there is neither.
    private func goOn() -> Bool {
        if let piece {
            account(for: timed(piece))
            return true
        }
        guard !isAnswering, let frame = takeFrame() else { return false }
        begin(frame)
        return true
    }
}
