// SPDX-License-Identifier: Apache-2.0

/// The disk thread's interface for the answering thread.
package protocol Disk: AnyObject {
    /// For use on the disk thread only.
    var remover: Remover { get }
    /// Called by running work: reports the path that it accesses next.
    var reportPath: @Sendable (String) -> Void { get }

    /// Queues `work` behind all earlier work. If it stalls, messages name `path`.
    func run(at path: String, _ work: @escaping @Sendable () -> Void)

    /// The same; afterwards calls `then` with the result on the answering thread.
    func run<Answer: Sendable>(
        at path: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void)

    /// Queues `work` for a client's call, in turn with other users, unless the user has too much queued, a
    /// file system stalls or the daemon is shutting down. A call that is refused later, while it waits, is
    /// not begun.
    func queue<Answer: Sendable>(
        for caller: DiskCaller, at path: String, _ work: @escaping @Sendable () -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void)

    /// Queues a further step of a call, before the other calls of its user. `work` reports the paths that it
    /// visits to its argument. If a file system stalls, the call is refused even while `work` runs; `work`
    /// must then undo its later effects.
    func proceed<Answer: Sendable>(
        for caller: DiskCaller, at path: String,
        _ work: @escaping @Sendable (_ reportPath: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void)
}

/// A client's call that needs the disk: the requester, and the memory that it uses while it waits.
package struct DiskCaller {
    package let requester: Requester
    /// Bytes that the call occupies in memory until it is answered.
    package let bytes: Int
    /// Whether the client still waits; checked only before the call's first work.
    package let isWanted: () -> Bool

    package init(_ requester: Requester, bytes: Int, isWanted: @escaping () -> Bool = { true }) {
        self.requester = requester
        self.bytes = bytes
        self.isWanted = isWanted
    }
}

/// The reason why a call's work on the disk thread was refused or abandoned.
package enum DiskRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file system at this path does not respond. Nothing was done, or the work undoes it.
    case stalled(path: String)
    /// The user already has this many unanswered calls, the maximum.
    case tooManyCalls(maximum: Int)
    /// The user's unanswered calls would total more than this many bytes.
    case tooManyBytes(maximum: Int)
    /// The daemon is shutting down. Nothing was done.
    case ending
    /// The daemon is shutting down before the file system at this path has responded: the work may or may not
    /// be done.
    case unknown(path: String)

    package var description: String {
        switch self {
        case .stalled(let path): StorageError.stalled(path: path).description
        case .tooManyCalls(let maximum):
            "\(maximum) of your calls already wait for the disk. Try again when one of them is answered."
        case .tooManyBytes(let maximum):
            "Your calls that wait for the disk are \(maximum) bytes long together. Try again when one of "
                + "them is answered."
        case .ending: StorageError.ending.description
        case .unknown(let path):
            "The daemon is shutting down and \(path) has not answered, so the change may or may not have "
                + "been made. Check when the daemon has started again."
        }
    }
}
