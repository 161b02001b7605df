// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// A call that waits for its answer, at once or later.
///
/// One `reply` or `fail` ends it; more of them, or any after the client left, do nothing. Let go unanswered
/// it fails, so that no client waits for ever.
package final class PendingCall {
    /// The method's name within its interface.
    package var method: String { route.method.name }
    /// As the interface demands them; null stands for absent.
    package var parameters: JSON.Object { call.parameters }
    /// Whether the client takes more replies than one.
    package var wantsMore: Bool { call.wantsMore }
    /// Whether the client takes no answer.
    package var isOneway: Bool { call.isOneway }
    /// Bytes of the call's frame.
    package let size: Int
    package let connection: Connection

    private let call: Call
    let route: Service.Route
    /// The call's number on its connection, by which the connection knows whether it still waits for this
    /// one.
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

    /// Whether an answer still reaches the client.
    package var isOpen: Bool { connection.awaits(number) }

    /// Whether the client has taken all replies so far.
    package var isDrained: Bool { isOpen && connection.output.isEmpty }

    /// Called once if the client goes away, or the server ends, before the answer.
    package var onCancel: (() -> Void)? {
        get { isOpen ? connection.onCancel : nil }
        set { if isOpen { connection.onCancel = newValue } }
    }

    /// Answers, finally.
    package func reply(_ parameters: JSON.Object) {
        assert(route.accepts(parameters), "the reply of \(method) does not fit its interface: \(parameters)")
        send(.parameters(parameters, continues: false))
    }

    /// Answers, finally, with a reply that is encoded already.
    package func reply(_ reply: EncodedReply) {
        assert(route.accepts(reply), "the reply of \(method) does not fit its interface")
        send(.encoded(reply))
    }

    /// Answers, with more to come; to a client that takes but one reply this is the final one.
    ///
    /// A handler that streams without heed (`isDrained`, `inPieces`) loses a client that leaves more than a reply's limit
    /// unread.
    package func stream(_ parameters: JSON.Object) {
        assert(route.accepts(parameters), "the reply of \(method) does not fit its interface: \(parameters)")
        send(.parameters(parameters, continues: wantsMore))
    }

    /// Streams what takes the place of all that was streamed so before: a slow client gets the newest when it can take it,
    /// and nothing in between.
    package func streamNewest(_ parameters: JSON.Object) {
        guard isOpen, !isDrained else { return stream(parameters) }
        connection.onWritable = { [weak self] in
            guard let self else { return }
            connection.onWritable = nil
            stream(parameters)
        }
    }

    /// Answers in as many replies as there are; `next` makes the next one when the client has taken most of those before
    /// it.
    ///
    /// Only for a client that wants more; another gets the first alone.
    package func stream(_ next: @escaping () -> (reply: JSON.Object, isLast: Bool)) {
        inPieces {
            let (reply, isLast) = next()
            if isLast { self.reply(reply) } else { self.stream(reply) }
        }
    }

    /// Has the answer made piece by piece, in the turns of the client's user, so that no call holds up the others however
    /// long it takes. `piece` is called until the call is answered, and while the client has replies to take.
    package func inPieces(_ piece: @escaping () -> Void) {
        guard isOpen else { return }
        connection.piece = piece
        connection.serve()
    }

    /// Answers, finally, with an error.
    package func fail(_ error: VarlinkError) {
        assert(route.accepts(error), "\(route.qualifiedName) does not fail like this: \(error)")
        send(.error(error))
    }

    private func send(_ reply: Reply) {
        guard isOpen else { return }
        connection.send(reply, to: self)
    }
}
