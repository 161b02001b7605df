// SPDX-License-Identifier: Apache-2.0

/// The outcome of a call, for the program's log; the library writes none.
package struct CallReport: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case answered
        /// The call was answered with a stored reply.
        case known
        /// The name of the error reply; for an invalid call, also the cause, which is not sent.
        case failed(String)
        /// The client disconnected first, the server ended, or the frame was not a call.
        case abandoned
        /// The reply comes later.
        case pending
    }

    /// Qualified; empty if the frame was not a call.
    package let method: String
    package let peer: Peer
    package let outcome: Outcome
    package let microseconds: Int
}

/// The reason why the server refused or ended a connection.
package enum Disconnection: Hashable, Sendable, CustomStringConvertible {
    case tooManyConnections(maximum: Int)
    case frameTooLong(maximum: Int)
    /// The frame is not JSON, or not a call.
    case notACall
    case slowToSend
    case slowToRead
    /// The client did not read streamed replies.
    case tooMuchUnread(maximum: Int)
    case system(SystemError)

    /// The rest of a sentence about the connection.
    package var description: String {
        switch self {
        case .tooManyConnections(let maximum): "there are \(maximum) already"
        case .frameTooLong(let maximum): "it sent a call longer than \(maximum) bytes"
        case .notACall: "it sent something that is not a call in JSON"
        case .slowToSend: "it did not send a whole call in time"
        case .slowToRead: "it read no byte of its reply in time"
        case .tooMuchUnread(let maximum): "it left more than \(maximum) bytes of replies unread"
        case .system(let error): "\(error)"
        }
    }
}
