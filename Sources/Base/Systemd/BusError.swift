// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// Why a call over a bus came to nothing: what the other side answered, or what became of the connection.
package struct BusError: Error, Hashable, CustomStringConvertible {
    /// Such as `org.freedesktop.systemd1.NoSuchUnit`; "System.Error.…" for what has an errno.
    package let name: String
    package let message: String
    /// Whether the other side is there, and has not answered in time. It may do what it was asked yet.
    package let isTimeout: Bool

    init(_ error: SystemdError) {
        name = "System.Error." + String(error.errno)
        message = error.description
        isTimeout = false
    }

    /// - Parameter isLate: whether it came when the call had had its time. libsystemd gives a call that was
    ///   not answered in time and one whose receiver has gone the same name.
    init(_ error: sd_bus_error, isLate: Bool) {
        name = error.name.map { String(cString: $0) } ?? "none"
        isTimeout = isLate && name == Self.noReply
        message = error.message.map { String(cString: $0) } ?? name
    }

    /// The other side's own words, without a full stop.
    package var description: String { message.hasSuffix(".") ? String(message.dropLast()) : message }

    /// Whether the name that was called has no owner, or the other side is away or silent.
    package var isAbsence: Bool { Self.absences.contains(name) || name.hasPrefix("System.Error.") }

    private static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Disconnected", noReply,
    ]

    private static let noReply = "org.freedesktop.DBus.Error.NoReply"

    /// Whether the other side went away after it was asked, and may have done what it was to do.
    package var isUnanswered: Bool { name == Self.noReply && !isTimeout }

    package var isNoSuchUnit: Bool { name == "org.freedesktop.systemd1.NoSuchUnit" }
}
