// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// The reason why a call over a bus failed: the other side's error, or the connection's.
package struct BusError: Error, Hashable, CustomStringConvertible {
    /// Such as `org.freedesktop.systemd1.NoSuchUnit`; "System.Error.…" for an errno.
    package let name: String
    package let message: String
    /// Whether the other side exists but has not replied in time. It may still do the work.
    package let isTimeout: Bool

    init(_ error: SystemdError) {
        name = "System.Error." + String(error.errno)
        message = error.description
        isTimeout = false
    }

    /// - Parameter isLate: whether the error came after the call's timeout. libsystemd uses the same name for
    ///   a timeout and for a receiver that has gone.
    init(_ error: sd_bus_error, isLate: Bool) {
        name = error.name.map { String(cString: $0) } ?? "none"
        isTimeout = isLate && name == Self.noReply
        message = error.message.map { String(cString: $0) } ?? name
    }

    /// The other side's message, without a full stop.
    package var description: String { message.hasSuffix(".") ? String(message.dropLast()) : message }

    /// Whether the called name has no owner, the other side is gone or silent, or the call could not be sent.
    package var isAbsence: Bool { Self.absences.contains(name) || name.hasPrefix("System.Error.") }

    private static let absences: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Disconnected", noReply,
    ]

    private static let noReply = "org.freedesktop.DBus.Error.NoReply"

    /// Whether the other side disappeared after the request, and may have done the work.
    package var isUnanswered: Bool { name == Self.noReply && !isTimeout }

    package var isNoSuchUnit: Bool { name == "org.freedesktop.systemd1.NoSuchUnit" }
}
