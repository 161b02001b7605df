// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Counts connections by user and decides who may have another.
///
/// One user's connections are limited, and the last free places go only to root and to users who have none:
/// whatever the others do, an administrator gets in, and everybody gets one.
///
/// A user's share outlives the last connection until the round is over: a client that sends a call, hangs up
/// and connects again gets no second turn.
struct Admission {
    let limit: Int
    let limitPerUser: Int
    let reserved: Int
    private(set) var total = 0
    private var byUser: [uid_t: Share] = [:]
    /// Users whose last connection was closed in this round.
    private var departed: [uid_t] = []

    init(_ configuration: Configuration) {
        limit = configuration.connectionLimit
        limitPerUser = configuration.connectionLimitPerUser
        reserved = configuration.reservedConnections
    }

    /// Counts one more for `user`.
    ///
    /// - Throws: the limit that stands in the way.
    mutating func admit(_ user: uid_t) throws(LimitReached) -> Share {
        let share = byUser[user] ?? Share()
        let isFavoured = user == 0 || share.connections == 0
        if share.connections >= limitPerUser { throw LimitReached(maximum: limitPerUser) }
        if total >= (isFavoured ? limit : limit - reserved) { throw LimitReached(maximum: limit) }
        share.connections += 1
        byUser[user] = share
        total += 1
        return share
    }

    mutating func release(_ user: uid_t) {
        guard let share = byUser[user] else { return }
        total -= 1
        share.connections -= 1
        if share.connections == 0 { departed.append(user) }
    }

    /// Forgets the users who left in the round before and have not come back.
    mutating func beginRound() {
        for user in departed where byUser[user]?.connections == 0 { byUser[user] = nil }
        departed.removeAll(keepingCapacity: true)
    }
}

struct LimitReached: Error, Hashable {
    let maximum: Int
}
