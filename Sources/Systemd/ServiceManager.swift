// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// What a service tells the manager that started it, and what it was given (sd_notify(3), sd_listen_fds(3)).
package enum ServiceManager {
    /// Sends lines such as `READY=1`; does nothing where no manager listens.
    package static func notify(_ lines: String...) {
        sd_notify(0, lines.joined(separator: "\n"))
    }

    /// `RELOADING=1` with the clock by which the manager tells this reload from an older one.
    package static func notifyReloading() {
        notify("RELOADING=1", "MONOTONIC_USEC=\(Clock.monotonic)")
    }

    /// Leaves a descriptor with the manager, which hands it to the next process of the service under this
    /// name, beside the sockets; it keeps it also when nobody else holds the other end any more. Does nothing
    /// where no manager listens, or where the unit's FileDescriptorStoreMax= is used up.
    package static func keep(_ descriptor: CInt, as name: String) {
        var descriptor = descriptor
        sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDPOLL=0\nFDNAME=" + name, &descriptor, 1)
    }

    /// Takes back all that was left under a name.
    package static func forget(_ name: String) {
        notify("FDSTOREREMOVE=1", "FDNAME=" + name)
    }

    /// Listening descriptors that were handed over, with their names, in their order. Taken once: the
    /// environment is cleared, so that no child believes them its own.
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

/// The machine's clocks.
package enum Clock {
    static func microseconds(_ clock: Int32) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    /// Microseconds that never jump, from some beginning.
    package static var monotonic: Int { microseconds(CLOCK_MONOTONIC) }

    /// Microseconds since 1970, as the machine believes.
    package static var wall: Int { microseconds(CLOCK_REALTIME) }

    /// Microseconds since the machine was booted, sleep included: it grows over restarts of a process.
    package static var sinceBoot: Int { microseconds(CLOCK_BOOTTIME) }
}
