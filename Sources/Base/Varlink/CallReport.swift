// SPDX-License-Identifier: Apache-2.0

/// The outcome of a call, for the program's log; the library writes none.
package struct CallReport: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case answered
        /// The call was answered with a reply that existed before.
        case known
        /// The call failed by the error of this name, which the cause follows if it does not travel.
        case failed(String)
        /// The client left first, or the server ended.
        case abandoned
        /// It is answered later.
        case pending
    }

    /// Qualified; empty where what came was no call.
    package let method: String
    package let peer: Peer
    package let outcome: Outcome
    package let microseconds: Int
}

/// Why a connection was refused, or ended though the client had not ended it.
package enum Disconnection: Hashable, Sendable, CustomStringConvertible {
    case tooManyConnections(maximum: Int)
    case frameTooLong(maximum: Int)
    /// The frame is not JSON, or not a call.
    case notACall
    case slowToSend
    case slowToRead
    /// Replies that it was streamed and has not read.
    case tooMuchUnread(maximum: Int)
    case system(SystemError)

    /// The rest of a sentence that begins with the connection.
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
