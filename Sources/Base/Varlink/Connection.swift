// SPDX-License-Identifier: Apache-2.0
//
// One client. Received bytes are split into frames at each NUL, and each frame is a call; calls are answered
// in order, one at a time. Backpressure bounds the memory of a connection: the server reads nothing while a
// call is unanswered or a reply not fully written. So a connection has at most one read's worth of waiting
// calls, one incomplete frame (`frameLimit`), and one unwritten reply (`replyLimit`), or two of a stream; a
// client that does not read is no longer read.
//
// Replies are collected while complete frames remain, and written when there are no more, or when many bytes
// are pending: a client that sends ten calls at once costs one write. `serve` is that loop, and every event
// ends in it: bytes have arrived, a reply was sent, a deferred reply was given.
//
// A client that only shut down its write side still gets its replies (EPOLLRDHUP is ignored). If the client
// has disconnected (EPOLLHUP, or a failed write), its current call ends, and so do the queued ones that
// expect a reply.

import CLinux
import Glibc
import StrictJSON

package final class Connection {
    package let peer: Peer
    /// The holder that the connection counts for.
    package var holder: Holder { share.holder }
    /// The service's state for this peer; set in `Server.onAccept`, before the first call.
    package var context: AnyObject?

    /// Input that is still expected from the client.
    enum Input {
        case calls
        /// The client has shut down its write side.
        case ended
        /// The client has disconnected: the server still handles the received calls that expect no reply.
        case hungUp
        /// The client has been sent an error; its further input is discarded until it hangs up.
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
    /// The share of the connection's holder.
    let share: HolderUsage
    let service: Service
    /// Unowned: the server closes its connections in its deinit, and a closed connection does not use it.
    unowned(unsafe) let server: Server

    var input = FrameBuffer()
    var output = OutputBuffer()
    var inputState = Input.calls
    var deadline = Deadline.none {
        didSet { server.deadlineChanged(from: oldValue, to: deadline) }
    }
    /// The events that epoll reports for the descriptor.
    var interest: UInt32
    private(set) var isOpen = true

    /// The number of the current call; 0 for none.
    var current: UInt64 = 0
    var lastNumber: UInt64 = 0
    var outcome = CallReport.Outcome.pending
    /// Whether the current call has had a reply already.
    var hasStreamed = false
    var onCancel: (() -> Void)?
    var onWritable: (() -> Void)?
    /// The next piece of the current call, if it is answered in pieces.
    var piece: (() -> Void)?
    private var isServing = false
    /// Whether the connection waits for its user's next turn.
    var isPostponed = false
    /// The last call's qualified name; empty if the frame was not a call.
    var method = ""
    /// Start of the current call, if its outcome is reported.
    var watched: Int?

    init(descriptor: CInt, peer: Peer, share: HolderUsage, service: Service, server: Server, interest: UInt32)
    {
        self.descriptor = descriptor
        self.peer = peer
        self.share = share
        self.service = service
        self.server = server
        self.interest = interest
    }

    /// Maximum bytes of one reply with its NUL.
    package var replyLimit: Int { server.configuration.replyLimit }

    var isAnswering: Bool { current != 0 }
    /// Whether few enough bytes are pending to append more.
    var isWritable: Bool { output.count < server.writeThreshold }
    /// Whether the connection is ready for the next frame.
    var isIdle: Bool { isOpen && !isAnswering && output.isEmpty }
    /// Whether the connection is busy with nothing but a stream that has no pending replies.
    var onlyStreams: Bool { isAnswering && hasStreamed && piece == nil && output.isEmpty }

    func awaits(_ number: UInt64) -> Bool { isOpen && current == number }

    /// Closes, and notifies the handler of the current call. Harmless if already closed.
    ///
    /// - Parameter reason: nil if the client closes the connection, or the server ends.
    func close(_ reason: Disconnection? = nil) {
        guard isOpen else { return }
        isOpen = false
        deadline = .none
        if let reason { server.onDisconnection?(peer, reason) }
        // A handler that retains the cancelled call retains the connection, but not its buffers.
        (input, output) = (FrameBuffer(), OutputBuffer())
        server.remove(self)
        abandonCall()
    }

    /// Closes after the client has disconnected, once the queued calls that expect no reply are handled.
    func hangUp() {
        guard input.hasFrame, inputState != .discarded else { return close() }
        inputState = .hungUp
        output = OutputBuffer()
        abandonCall()
        serve()
    }

    // MARK: Calls

    /// Starts the connection's next turn with the events that it waited with.
    func resume(_ events: UInt32) {
        isPostponed = false
        guard isOpen else { return }
        if events == 0 { serve() } else { handle(events: events) }
        // The events may be for a call that was answered meanwhile; epoll has watched nothing since.
        updateInterest()
    }

    /// Handles the received frames and writes the replies, until the client blocks or the turn ends.
    func serve() {
        guard !isServing else { return }
        isServing = true
        repeat {
            while isOpen, isWritable, inputState != .discarded, server.hasTime(share), serveNextPiece() {}
            flush()
        } while hasWork && server.hasTime(share)
        isServing = false
        if hasWork, !isPostponed {
            isPostponed = true
            server.serveLater(self)
        }
        updateInterest()
    }

    /// Whether the connection only needs a turn to go on.
    private var hasWork: Bool {
        if piece != nil { return isOpen && output.isEmpty }
        return isIdle && input.hasFrame && inputState != .discarded
    }

    /// Does the next piece of the current call, or begins the next call; false if there is neither.
    private func serveNextPiece() -> Bool {
        if let piece {
            account(for: timed(piece))
            return true
        }
        guard !isAnswering, let frame = takeFrame() else { return false }
        begin(frame)
        return true
    }
}
