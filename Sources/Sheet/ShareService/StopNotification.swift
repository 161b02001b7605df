// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Tells systemd that the service stops (sd_notify(3)).
struct StopNotification {
    /// NOTIFY_SOCKET; nil where systemd did not start the service.
    let socket: String?

    /// From here on systemd starts the next service when the bus asks for one, instead of saying that one is
    /// running; and it does not end this one for having lost its name.
    func tellOfStopping() { tell("STOPPING=1") }

    /// Once told of the stop, systemd kills the service after TimeoutStopSec=, unless the service asks for
    /// more time.
    func extendStopping(by time: Duration) {
        tell("EXTEND_TIMEOUT_USEC=\(Int(time / .microseconds(1)))")
    }

    private func tell(_ text: String) {
        guard let socket else { return }
        _ = linux_send_datagram(socket, text, text.utf8.count, -1)
    }
}
