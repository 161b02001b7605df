// SPDX-License-Identifier: Apache-2.0

/// The event loop of the program that a server runs in: its signals, timers and children.
///
/// The server sleeps for both. Each turn calls `prepare` once, right before it sleeps, and `dispatch` only if
/// `prepare` returned true or the descriptor became readable; so `prepare` must allow two calls in a row.
package protocol HostLoop: AnyObject {
    /// Becomes readable when there is something to dispatch (an epoll descriptor does).
    var descriptor: CInt { get }

    /// Whether `run` must return at once, even with open calls.
    var hasEnded: Bool { get }

    /// Prepares to sleep; true if something is already pending.
    func prepare() throws -> Bool

    /// Dispatches the ready events, without sleeping.
    func dispatch() throws
}
