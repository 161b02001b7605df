// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The owner of connections that count together.
package enum Holder: Hashable, Sendable {
    case user(uid_t)
    /// A program, by the name that the listener's quota gives it.
    case program(String)
}

/// Connection limits of a listener.
package struct Quota {
    /// Maximum connections of all holders.
    package let limit: Int
    package let limitPerHolder: Int
    /// The last of these connections, reserved for root and for holders without one.
    package let reserved: Int
    /// The holder of a client's connection.
    let holder: (Peer) -> Holder

    package init(
        limit: Int, limitPerHolder: Int, reserved: Int,
        holder: @escaping (Peer) -> Holder = { .user($0.uid) }
    ) {
        (self.limit, self.limitPerHolder, self.reserved) = (limit, limitPerHolder, reserved)
        self.holder = holder
    }
}

/// Counts connections by holder, and admits or rejects new ones.
///
/// A limit applies to each holder, and the last connections are reserved for root and for holders without
/// one: a few users with many connections lock out neither an administrator nor a new user.
///
/// A holder's share outlives its last connection until the round is over: a client that sends a call, hangs
/// up and connects again gets no second turn.
final class Admission {
    let quota: Quota
    private(set) var total = 0
    private var shares: [Holder: HolderUsage] = [:]
    /// Holders whose last connection was closed in this round.
    private var departed: [Holder] = []

    init(_ quota: Quota) { self.quota = quota }

    /// Counts a new connection of `holder`.
    ///
    /// - Throws: the limit that has been reached.
    func admit(_ holder: Holder) throws(LimitReached) -> HolderUsage {
        let share = shares[holder] ?? HolderUsage(of: holder, in: self)
        let isFavoured = holder == .user(0) || share.connections == 0
        if share.connections >= quota.limitPerHolder { throw LimitReached(maximum: quota.limitPerHolder) }
        if total >= (isFavoured ? quota.limit : quota.limit - quota.reserved) {
            throw LimitReached(maximum: quota.limit)
        }
        share.connections += 1
        shares[holder] = share
        total += 1
        return share
    }

    func release(_ share: HolderUsage) {
        total -= 1
        share.connections -= 1
        if share.connections == 0 { departed.append(share.holder) }
    }

    /// Forgets holders whose last connection was closed in the previous round, unless they have reconnected.
    func beginRound() {
        for holder in departed where shares[holder]?.connections == 0 { shares[holder] = nil }
        departed.removeAll(keepingCapacity: true)
    }
}

struct LimitReached: Error, Hashable {
    let maximum: Int
}
