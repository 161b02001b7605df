// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// Whose connections count together.
package enum Holder: Hashable, Sendable {
    case user(uid_t)
    /// A program, by the name that its listener knows it by.
    case program(String)
}

/// How many connections the clients of a listener may have.
package struct Quota {
    /// All together.
    package let limit: Int
    package let limitPerHolder: Int
    /// The last ones, kept for root and for holders that have none yet.
    package let reserved: Int
    /// Tells whose a client's connection is.
    let holder: (Peer) -> Holder

    package init(
        limit: Int, limitPerHolder: Int, reserved: Int,
        holder: @escaping (Peer) -> Holder = { .user($0.uid) }
    ) {
        (self.limit, self.limitPerHolder, self.reserved) = (limit, limitPerHolder, reserved)
        self.holder = holder
    }
}

/// Counts connections by holder and decides who may have another.
///
/// A limit applies to each user, and the last free places are reserved for root and for users without a
/// connection: whatever the other users do, an administrator gets in, and everybody gets one connection.
///
/// A holder's share outlives its last connection until the round is over: a client that sends a call, hangs
/// up and connects again gets no second turn.
final class Admission {
    let quota: Quota
    private(set) var total = 0
    private var shares: [Holder: Share] = [:]
    /// Holders whose last connection was closed in this round.
    private var departed: [Holder] = []

    init(_ quota: Quota) { self.quota = quota }

    /// Counts one more for `holder`.
    ///
    /// - Throws: the limit that stands in the way.
    func admit(_ holder: Holder) throws(LimitReached) -> Share {
        let share = shares[holder] ?? Share(of: holder, in: self)
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

    func release(_ share: Share) {
        total -= 1
        share.connections -= 1
        if share.connections == 0 { departed.append(share.holder) }
    }

    /// Forgets the holders that left in the round before and have not come back.
    func beginRound() {
        for holder in departed where shares[holder]?.connections == 0 { shares[holder] = nil }
        departed.removeAll(keepingCapacity: true)
    }
}

struct LimitReached: Error, Hashable {
    let maximum: Int
}
