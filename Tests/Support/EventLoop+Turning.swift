// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Systemd

extension EventLoop {
    /// Turns until `condition` holds, as the daemon drives the loop: prepare, sleep on the descriptor,
    /// dispatch. False where nothing wakes it any more.
    package func turn(until condition: () -> Bool) throws -> Bool {
        while !condition() {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard try prepare() || poll(&waited, 1, HangLimit.milliseconds) > 0 else { return false }
            try dispatch()
        }
        return true
    }
}
