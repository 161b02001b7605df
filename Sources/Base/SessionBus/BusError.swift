// SPDX-License-Identifier: Apache-2.0

import CGIO

/// An error reply, sent or received; the sentence is for the caller's author.
package enum BusError: Error, Hashable, Sendable {
    case invalid(String)
    case limit(String)
    case denied(String)
    /// A disk, a server or another program does not respond.
    case unanswered(String)
    case failed(String)

    package var name: String {
        switch self {
        case .invalid: "org.freedesktop.DBus.Error.InvalidArgs"
        case .limit: "org.freedesktop.DBus.Error.LimitsExceeded"
        case .denied: "org.freedesktop.DBus.Error.AccessDenied"
        case .unanswered: "org.freedesktop.DBus.Error.Timeout"
        case .failed: "org.freedesktop.DBus.Error.Failed"
        }
    }

    package var message: String {
        switch self {
        case .invalid(let message), .limit(let message), .denied(let message), .unanswered(let message),
            .failed(let message):
            message
        }
    }
}

extension BusError {
    /// - Parameter error: GIO's error, which this value takes over; nil counts as a missing reply.
    init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self = .failed("There was no answer.")
            return
        }
        let name = g_dbus_error_get_remote_error(error)
        defer {
            g_free(name)
            g_error_free(error)
        }
        g_dbus_error_strip_remote_error(error)
        let message = String(cString: error.pointee.message)
        // GIO's own timeout, which has no remote name.
        let isLate = g_error_matches(error, g_io_error_quark(), CInt(G_IO_ERROR_TIMED_OUT.rawValue)) != 0
        let remote = isLate ? Self.unanswered("").name : name.map { String(cString: $0) }
        let kinds = [Self.invalid, Self.limit, Self.denied, Self.unanswered].map { $0(message) }
        self = kinds.first { $0.name == remote } ?? .failed(message)
    }
}
