// SPDX-License-Identifier: Apache-2.0

/// The event loop of the program that a server runs in: its signals, timers and children.
///
/// The server sleeps for both. Each turn calls `prepare` once, right before it sleeps; `dispatch` follows
/// only where `prepare` said so or the descriptor became readable, so `prepare` must bear being called twice
/// in a row.
package protocol HostLoop: AnyObject {
    /// Becomes readable when there is something to dispatch (an epoll descriptor does).
    var descriptor: CInt { get }

    /// Whether `run` is to return at once, with whatever is in flight.
    var hasEnded: Bool { get }

    /// Gets ready to sleep; true where something is pending already.
    func prepare() throws -> Bool

    /// Takes what is ready, without sleeping.
    func dispatch() throws
}
