// SPDX-License-Identifier: Apache-2.0

import CLinux
import CSystemd
import Glibc
import Synchronization

/// The manager that started this service: notifications to it, and descriptors from it (sd_notify(3),
/// sd_listen_fds(3)).
package enum Supervisor {
    /// Sends lines such as `READY=1`; does nothing if no manager listens. Never blocks: the loop of `attend`
    /// resends messages that the manager did not accept.
    package static func notify(_ lines: String...) {
        post(Notification(text: lines.joined(separator: "\n")))
    }

    /// Sends `RELOADING=1` with the time that distinguishes this reload from an older one.
    package static func notifyReloading() {
        notify("RELOADING=1", "MONOTONIC_USEC=\(Clock.monotonic)")
    }

    /// Stores a duplicate of a descriptor with the manager, which passes it to the service's next process
    /// under this name, beside the sockets, even if no other process holds the other end. Does nothing if no
    /// manager listens, the process has no descriptor left, or the unit's FileDescriptorStoreMax= is used up.
    package static func store(_ descriptor: CInt, as name: String) {
        guard let passed = PassedDescriptor(duplicating: descriptor) else { return }
        post(Notification(text: "FDSTORE=1\nFDPOLL=0\nFDNAME=" + name, passed: passed))
    }

    /// Removes all descriptors stored under a name.
    package static func removeStored(_ name: String) {
        notify("FDSTOREREMOVE=1", "FDNAME=" + name)
    }

    /// Listening and stored descriptors from the manager, with their names, in order. Can be read once: the
    /// call clears the environment, so that no child mistakes them for its own.
    package static func listenDescriptors() throws(SystemdError) -> [(descriptor: CInt, name: String)] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try SystemdError.check(sd_listen_fds_with_names(1, &names), "sd_listen_fds_with_names")
        defer { free(names) }
        return (0..<Int(count)).map { index in
            let name = names?[index].map { String(cString: $0) } ?? ""
            free(names?[index])
            return (3 + CInt(index), name)
        }
    }
}

/// Notifications that the manager has not accepted yet, and its watchdog.
extension Supervisor {
    /// Nanoseconds until the next attempt.
    private static let pause = 250_000_000
    private static let queue = Mutex(NotificationQueue())
    /// Readable when it is time for another attempt.
    private static let timer = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK | TFD_CLOEXEC))

    private static func post(_ message: Notification) {
        queue.withLock { queue in
            queue.append(message)
            send(&queue)
        }
    }

    private static func send(_ queue: inout NotificationQueue) {
        let address = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
        queue.send { message in
            guard let address else { return .refused }
            return Datagram.send(
                Array(message.text.utf8), to: address, passing: message.passed?.descriptor ?? -1)
        }
        guard !queue.messages.isEmpty else { return }
        var time = itimerspec()
        time.it_value.tv_nsec = pause
        timerfd_settime(timer, 0, &time, nil)
    }

    /// Makes `loop` resend messages that the manager did not accept, and send `WATCHDOG=1` at half of
    /// WatchdogSec= if the manager requires it (sd_watchdog_enabled(3)).
    ///
    /// - Parameter watchdog: the manager's WatchdogSec= in microseconds; nil to read it from the environment.
    package static func attend(from loop: EventLoop, watchdog: UInt64? = nil) throws(SystemdError) {
        _ = try loop.onReady(timer, EPOLLIN.rawValue) {
            var expirations: UInt64 = 0
            read(timer, &expirations, MemoryLayout<UInt64>.size)
            queue.withLock { send(&$0) }
        }
        var time = watchdog ?? 0
        if watchdog == nil, try SystemdError.check(sd_watchdog_enabled(0, &time), "sd_watchdog_enabled") == 0
        {
            return
        }
        notify("WATCHDOG=1")
        _ = try loop.every(time / 2) { notify("WATCHDOG=1") }
    }
}
