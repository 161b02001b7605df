// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import StrictJSON

package enum ClientError: Error, Hashable {
    /// No socket at the path, or no process behind it (ENOENT, ENOTDIR, ECONNREFUSED).
    case notRunning(path: String)
    /// The mode of the socket or its folder denies access.
    case notPermitted(path: String)
    case timedOut
    case disconnected
    /// The service sent something other than a reply.
    case protocolFault(String)
    case system(SystemError)
}

/// Calls a service, blocking.
///
/// One call at a time; after any `ClientError` the connection is unusable.
package final class Client {
    /// Another descriptor to watch while waiting for a reply.
    package struct WatchedDescriptor {
        package let descriptor: CInt
        /// Called when the descriptor is readable; an error that it throws ends the call.
        package let onReady: () throws -> Void

        package init(_ descriptor: CInt, onReady: @escaping () throws -> Void) {
            self.descriptor = descriptor
            self.onReady = onReady
        }
    }

    /// The reaction to a silent service.
    package struct SilenceHandler {
        package let interval: Duration
        /// Called each time that the interval passes without a byte; an error that it throws ends the call.
        package let onSilence: (Client) throws -> Void

        package init(_ interval: Duration, onSilence: @escaping (Client) throws -> Void) {
            self.interval = interval
            self.onSilence = onSilence
        }
    }

    private let connection: ClientConnection
    private let timeout: Duration?
    private let silence: SilenceHandler?

    /// Connects to the socket at `path`. `timeout` limits the time without progress: while connecting, while
    /// sending, and until each reply of `call` and the first reply of `stream`.
    ///
    /// - Throws: `ClientError`, `notRunning` without a service; or the error of `onSilence`.
    package init(connecting path: String, timeout: Duration? = nil, silence: SilenceHandler? = nil) throws {
        connection = try ClientConnection(0)
        self.timeout = timeout
        self.silence = silence
        limit(SO_SNDTIMEO, silence?.interval ?? timeout)
        var waited = Duration.zero
        while try !connection.connect(to: path) { try recordSilence(&waited) }
    }

    package var descriptor: CInt { connection.descriptor }

    /// Credentials of the process that listens on the socket (unix(7), SO_PEERCRED); nil before the
    /// connection.
    package var peer: Peer? { try? Peer(of: descriptor) }

    /// Calls a method, by its qualified name, and waits for its reply.
    ///
    /// - Throws: the service's `VarlinkError`, `ClientError`, or the error of `onSilence`.
    package func call(_ method: String, _ parameters: JSON.Object = JSON.Object()) throws -> JSON.Object {
        try send(Call(method: method, parameters: parameters))
        return try receive(within: timeout).parameters
    }

    /// Calls a method that replies more than once, and passes each reply to `onReply` until the last one, or
    /// until `onReply` returns false: then the connection is unusable, because further replies are on the
    /// way.
    ///
    /// - Throws: the service's `VarlinkError`, `ClientError`, or the errors of the closures.
    package func stream(
        _ method: String, _ parameters: JSON.Object = JSON.Object(), besides other: WatchedDescriptor? = nil,
        onReply: (JSON.Object) throws -> Bool
    ) throws {
        try send(Call(method: method, parameters: parameters, wantsMore: true))
        var reply = try receive(within: timeout, besides: other)
        while try onReply(reply.parameters), reply.continues {
            reply = try receive(within: nil, besides: other)
        }
    }

    /// Calls a method without expecting a reply.
    package func post(_ method: String, _ parameters: JSON.Object = JSON.Object()) throws {
        try send(Call(method: method, parameters: parameters, isOneway: true))
    }

    // MARK: Bytes

    private func send(_ call: Call) throws {
        var (outcome, waited) = (connection.send(call), Duration.zero)
        while case .blocked(let progress) = outcome {
            if progress { waited = .zero }
            try recordSilence(&waited)
            outcome = connection.flush()
        }
    }

    /// Counts one more interval without progress; throws at the timeout.
    private func recordSilence(_ waited: inout Duration) throws {
        guard let silence else { throw ClientError.timedOut }
        waited += silence.interval
        if let timeout, waited >= timeout { throw ClientError.timedOut }
        try silence.onSilence(self)
    }

    private func receive(
        within timeout: Duration?, besides other: WatchedDescriptor? = nil
    ) throws -> (parameters: JSON.Object, continues: Bool) {
        let step = timeout.map { silence?.interval ?? $0 }
        limit(SO_RCVTIMEO, step)
        var waited = Duration.zero
        while true {
            switch try connection.nextAnswer() {
            case .reply(let parameters, let continues)?: return (parameters, continues)
            case .error(let error)?: throw error
            case nil: break
            }
            let isReady = try other.map { try wait(step, besides: $0) } ?? true
            if try isReady && connection.receive() { waited = .zero } else { try recordSilence(&waited) }
        }
    }

    /// Waits until the connection is readable; returns false on timeout.
    private func wait(_ timeout: Duration?, besides other: WatchedDescriptor) throws -> Bool {
        let milliseconds = timeout.map { CInt(clamping: $0.milliseconds) } ?? -1
        var waited = [descriptor, other.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while waited[0].revents == 0 {
            let count = poll(&waited, 2, milliseconds)
            guard count != 0 else { return false }
            guard count > 0 || errno == EINTR else { throw ClientError.system(SystemError("poll")) }
            if count > 0, waited[1].revents != 0 { try other.onReady() }
        }
        return true
    }

    private func limit(_ option: CInt, _ time: Duration?) {
        let milliseconds = time?.milliseconds ?? 0
        var value = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<timeval>.size))
    }
}
