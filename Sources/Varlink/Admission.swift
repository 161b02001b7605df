// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Counts connections by user and decides who may have another.
///
/// One user's connections are limited, and the last free places go only to root and to users who have none:
/// whatever the others do, an administrator gets in, and everybody gets one.
struct Admission {
    let limit: Int
    let limitPerUser: Int
    let reserved: Int
    private(set) var total = 0
    private var byUser: [uid_t: Int] = [:]

    init(_ configuration: Configuration) {
        limit = configuration.connectionLimit
        limitPerUser = configuration.connectionLimitPerUser
        reserved = configuration.reservedConnections
    }

    /// Counts one more for `user`; otherwise the limit that stands in the way.
    mutating func admit(_ user: uid_t) -> Int? {
        let own = byUser[user, default: 0]
        let isFavoured = user == 0 || own == 0
        if own >= limitPerUser { return limitPerUser }
        if total >= (isFavoured ? limit : limit - reserved) { return limit }
        byUser[user] = own + 1
        total += 1
        return nil
    }

    mutating func release(_ user: uid_t) {
        total -= 1
        let left = byUser[user, default: 1] - 1
        byUser[user] = left > 0 ? left : nil
    }
}
