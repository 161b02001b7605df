// SPDX-License-Identifier: Apache-2.0

package import Host
import Synchronization

/// A client's call that needs the disk: whose it is, and what it holds while it waits.
package struct DiskCaller {
    let requester: Requester
    /// What the call keeps in memory until it is answered.
    let bytes: Int
    /// Whether the client still waits; asked before anything is done for the call, and never after.
    let isWanted: () -> Bool

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

/// One piece of work for a call.
final class DiskRequest {
    typealias Work = @Sendable (RegistryKeeper) -> Void

    let id: Int
    let caller: DiskCaller
    let place: String
    /// Whether something was done for this call before.
    let continues: Bool
    /// One of two takes it: the disk's thread to begin it, or the thread that answers to call it off.
    let work: Slot<Work>
    /// Called when the work has answered.
    let deliver: () -> Void
    let refuse: (DiskRefusal) -> Void

    init(
        _ id: Int, of caller: DiskCaller, at place: String, continues: Bool, work: @escaping Work,
        deliver: @escaping () -> Void, refuse: @escaping (DiskRefusal) -> Void
    ) {
        self.id = id
        self.caller = caller
        self.place = place
        self.continues = continues
        self.work = Slot(work)
        self.deliver = deliver
        self.refuse = refuse
    }
}
