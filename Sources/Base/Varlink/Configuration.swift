// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The limits of a server, each with its reason.
package struct Configuration {
    /// Bytes of one call without its NUL: a client must not make the server hold more for it.
    package var frameLimit = 1 << 20
    /// Bytes of one reply with its NUL: what one call may make the server hold.
    package var replyLimit = 8 << 20
    /// All connections together: each costs a descriptor and, at worst, a frame and a reply.
    package var connectionLimit = 1024
    /// Connections of one user, so that none uses up the descriptors of all.
    package var connectionLimitPerUser = 256
    /// The last connections, kept for root and for users who have none yet.
    package var reservedConnections = 128
    /// How long a frame that has begun may take to arrive whole: a half frame holds memory.
    package var frameTime = Duration.seconds(10)
    /// How long a client may take no byte of its reply.
    package var stallTime = Duration.seconds(30)
    /// How long `drain` waits for answers before it drops who waits.
    package var drainTime = Duration.seconds(10)
    /// How long one user is served before the others have their turn: no more than a person notices, and a
    /// hundred small calls.
    package var turnTime = Duration.milliseconds(2)
    /// How long a call may hold the thread before `Server.onSlowCall` is called: a person notices.
    package var slowCallTime = Duration.milliseconds(50)
    /// Nanoseconds of a clock that only goes forward.
    package var clock: () -> Int = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    /// Makes the service's error for a limit (`frame`, `reply`, `connections`) and its maximum.
    ///
    /// Where the called interface declares an error of the same short name, that one is sent.
    package var limitExceeded: (_ limit: String, _ maximum: Int) -> VarlinkError

    package init(limitExceeded: @escaping (_ limit: String, _ maximum: Int) -> VarlinkError) {
        self.limitExceeded = limitExceeded
    }

    /// The quota of listeners without one of their own: by user.
    var quota: Quota {
        Quota(
            limit: connectionLimit, limitPerHolder: connectionLimitPerUser, reserved: reservedConnections)
    }

    /// How often the server checks deadlines: a quarter of the shortest, at most a second.
    var sweepMilliseconds: Int {
        let shortest = min(frameTime.milliseconds, stallTime.milliseconds, drainTime.milliseconds)
        return max(1, min(1000, shortest / 4))
    }
}

extension Duration {
    var milliseconds: Int { nanoseconds / 1_000_000 }
    /// Nanoseconds of a time that a server waits: three hundred years fit.
    var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
