// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The limits of a server, each with its reason.
package struct Configuration {
    /// Maximum bytes of one call without its NUL: the memory that a client can make the server use for it.
    package var frameLimit = 1 << 20
    /// Maximum bytes of one reply with its NUL: the memory that one call can make the server use.
    package var replyLimit = 8 << 20
    /// Maximum connections: each costs a descriptor and, at worst, a frame and a reply.
    package var connectionLimit = 1024
    /// Maximum connections per user, so that no user exhausts the descriptors of all.
    package var connectionLimitPerUser = 256
    /// The last connections, reserved for root and for users without one.
    package var reservedConnections = 128
    /// Maximum time for a frame to arrive once it has begun: a partial frame uses memory.
    package var frameTime = Duration.seconds(10)
    /// Maximum time in which a client reads no byte of its reply.
    package var stallTime = Duration.seconds(30)
    /// Maximum time that `drain` waits for replies before it drops the clients.
    package var drainTime = Duration.seconds(10)
    /// Time of a user's turn before the other users have theirs: no more than a person notices, and enough
    /// for a hundred small calls.
    package var turnTime = Duration.milliseconds(2)
    /// Time that a call may block the thread before `Server.onSlowCall` is called: a person notices.
    package var slowCallTime = Duration.milliseconds(50)
    /// A monotonic clock, in nanoseconds.
    package var clock: () -> Int = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    /// Creates the service's error for a limit (`frame`, `reply`, `connections`) and its maximum.
    ///
    /// If the called interface declares an error of the same short name, the server sends that error instead.
    package var limitExceeded: (_ limit: String, _ maximum: Int) -> VarlinkError

    package init(limitExceeded: @escaping (_ limit: String, _ maximum: Int) -> VarlinkError) {
        self.limitExceeded = limitExceeded
    }

    /// The quota of listeners without one of their own: by user.
    var quota: Quota {
        Quota(
            limit: connectionLimit, limitPerHolder: connectionLimitPerUser, reserved: reservedConnections)
    }

    /// Interval between two checks of deadlines: a quarter of the shortest time, at most a second.
    var sweepMilliseconds: Int {
        let shortest = min(frameTime.milliseconds, stallTime.milliseconds, drainTime.milliseconds)
        return max(1, min(1000, shortest / 4))
    }
}

extension Duration {
    var milliseconds: Int { nanoseconds / 1_000_000 }
    /// Total nanoseconds; overflows after 292 years.
    var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
