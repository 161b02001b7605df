// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// Why a call over a bus came to nothing: what the other side answered, or what became of the connection.
package struct BusError: Error, Hashable, CustomStringConvertible {
    /// Such as `org.freedesktop.systemd1.NoSuchUnit`; "System.Error.…" for what has an errno.
    package let name: String
    package let message: String

    init(_ error: SystemdError) {
        name = "System.Error." + String(error.errno)
        message = error.description
    }

    init(_ error: sd_bus_error) {
        name = error.name.map { String(cString: $0) } ?? "none"
        message = error.message.map { String(cString: $0) } ?? name
    }

    /// The other side's own words, without a full stop.
    package var description: String { message.hasSuffix(".") ? String(message.dropLast()) : message }

    /// Whether nobody bears the name that was called, or nobody is there at all.
    package var isAbsence: Bool { Self.absences.contains(name) || name.hasPrefix("System.Error.") }

    private static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Disconnected", "org.freedesktop.DBus.Error.NoReply",
    ]

    /// Whether the other side went away, or was too slow, after it was asked: nobody knows whether it did what it was to do.
    package var isUnanswered: Bool { name == "org.freedesktop.DBus.Error.NoReply" }

    package var isNoSuchUnit: Bool { name == "org.freedesktop.systemd1.NoSuchUnit" }
}
