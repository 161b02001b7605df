// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// A call that waits for its reply, immediate or deferred.
///
/// One `reply` or `fail` ends it; further ones, or any after the client has disconnected, do nothing. A call
/// that is released without a reply fails, so that no client waits for ever.
package final class PendingCall {
    package var method: String { route.method.name }
    package var interface: Interface { route.interface }
    /// The parameters, valid by the interface; null equals absent.
    package var parameters: JSON.Object { call.parameters }
    /// Whether the client accepts several replies.
    package var wantsMore: Bool { call.wantsMore }
    /// Whether the client expects no reply.
    package var isOneway: Bool { call.isOneway }
    /// Bytes of the call's frame.
    package let size: Int
    package let connection: Connection

    private let call: Call
    let route: Service.Route
    /// The call's number on its connection, which tells the connection whether this call is still current.
    let number: UInt64

    init(_ call: Call, _ route: Service.Route, size: Int, connection: Connection, number: UInt64) {
        self.call = call
        self.route = route
        self.size = size
        self.connection = connection
        self.number = number
    }

    deinit {
        if isOpen { fail(.methodNotImplemented(route.qualifiedName)) }
    }

    /// Whether the call has not ended: no final reply was sent, and the connection is open.
    package var isOpen: Bool { connection.awaits(number) }

    /// Whether the client has read all replies so far.
    package var isDrained: Bool { isOpen && connection.output.isEmpty }

    /// Called once if the client disconnects, or the server ends, before the final reply.
    package var onCancel: (() -> Void)? {
        get { isOpen ? connection.onCancel : nil }
        set { if isOpen { connection.onCancel = newValue } }
    }

    package func reply(_ parameters: JSON.Object) {
        assert(route.accepts(parameters), "the reply of \(method) does not fit its interface: \(parameters)")
        send(.parameters(parameters, continues: false))
    }

    package func reply(_ reply: EncodedReply) {
        assert(route.accepts(reply), "the reply of \(method) does not fit its interface")
        send(.encoded(reply))
    }

    /// Sends a reply that others follow; the final one for a client that accepts only one.
    ///
    /// If a handler neither checks `isDrained` nor uses `inPieces`, a client that leaves more than
    /// `replyLimit` unread is disconnected.
    package func stream(_ parameters: JSON.Object) {
        assert(route.accepts(parameters), "the reply of \(method) does not fit its interface: \(parameters)")
        send(.parameters(parameters, continues: wantsMore))
    }

    /// Streams a reply that supersedes all earlier ones of this kind: a slow client gets the newest when it
    /// is ready, and skips those in between.
    package func streamNewest(_ parameters: JSON.Object) {
        guard isOpen, !isDrained else { return stream(parameters) }
        connection.onWritable = { [weak self] in
            guard let self else { return }
            connection.onWritable = nil
            stream(parameters)
        }
    }

    /// Streams replies from `next`, which is called when the client has read most of the earlier ones.
    ///
    /// Only for a client that wants more; any other gets just the first.
    package func stream(_ next: @escaping () -> (reply: JSON.Object, isLast: Bool)) {
        inPieces {
            let (reply, isLast) = next()
            if isLast { self.reply(reply) } else { self.stream(reply) }
        }
    }

    /// Handles the call piece by piece, in the turns of the client's user, so that even a long call blocks no
    /// other. `piece` is called until the call has ended, as long as the client reads the replies.
    package func inPieces(_ piece: @escaping () -> Void) {
        guard isOpen else { return }
        connection.piece = piece
        connection.serve()
    }

    package func fail(_ error: VarlinkError) {
        assert(route.accepts(error), "\(route.qualifiedName) does not fail like this: \(error)")
        send(.error(error))
    }

    private func send(_ reply: Reply) {
        guard isOpen else { return }
        connection.send(reply, to: self)
    }
}
