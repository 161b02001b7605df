// SPDX-License-Identifier: Apache-2.0

/// The disk's thread, as the thread that answers has it.
package protocol Disk: AnyObject {
    /// To be used on that thread.
    var remover: Remover { get }
    /// For the work itself: says where it has come to.
    var note: @Sendable (String) -> Void { get }

    /// Queues `work` behind all earlier work. `path` is what it works on, for people.
    func run(at path: String, _ work: @escaping @Sendable () -> Void)

    /// The same, and calls `then`, on the thread that answers, with what it returned.
    func run<Answer: Sendable>(
        at path: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void)

    /// Has `work` done for a call when its user's turn comes, unless that user has too much waiting.
    func queue<Answer: Sendable>(
        for caller: DiskCaller, at path: String, _ work: @escaping @Sendable () -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void)

    /// Has more done for a call for which something was done already. `work` is given a function that it tells where
    /// it has come to. The call is refused if a file system does not answer; what `work` does after that must not last.
    func proceed<Answer: Sendable>(
        for caller: DiskCaller, at path: String,
        _ work: @escaping @Sendable (_ note: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void)
}

/// A client's call that needs the disk: whose it is, and what it holds while it waits.
package struct DiskCaller {
    package let requester: Requester
    /// Bytes that the call occupies in memory until it is answered.
    package let bytes: Int
    /// Whether the client still waits; asked before anything is done for the call, and never after.
    package let isWanted: () -> Bool

    package init(_ requester: Requester, bytes: Int, isWanted: @escaping () -> Bool = { true }) {
        self.requester = requester
        self.bytes = bytes
        self.isWanted = isWanted
    }
}

/// Why the disk's thread has not done what a call asked for.
package enum DiskRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file system at this path does not answer. Nothing was done.
    case stalled(path: String)
    /// The user has this many calls waiting, the most allowed.
    case tooManyCalls(maximum: Int)
    /// The user's waiting calls have this many bytes together, the most allowed.
    case tooManyBytes(maximum: Int)
    /// The daemon ends. Nothing was done.
    case ending
    /// The daemon ends, and the file system at this path has not answered: it may be done or not.
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
            "The daemon is shutting down and \(path) has not answered, so the change may or may not have been made. "
                + "Check when the daemon has started again."
        }
    }
}
