// SPDX-License-Identifier: Apache-2.0
//
// A call's descriptors are open in this process as soon as GIO's thread has read the message, long before the
// loop handles it, and until the last value of the call is released. Without a limit a caller could exhaust
// the process's descriptors, and GLib would abort it.
//
// One app may have at most half of the descriptors that the others leave. The service learns the caller's app
// only later, so GIO's thread counts all connections of unknown apps as one; the service assigns each
// connection to an app for the connection's lifetime.

import CGIO
import Synchronization

extension BusConnection {
    /// Refuses calls whose descriptors, together with those of unfinished calls, would exceed the limit.
    package func limitDescriptors(to most: Int) -> CallDescriptors {
        let descriptors = CallDescriptors(most)
        g_dbus_connection_add_filter(
            pointer, Self.filter, Unmanaged.passRetained(descriptors).toOpaque(), Callback.release)
        return descriptors
    }

    /// Runs on GIO's thread.
    private static let filter: GDBusMessageFilterFunction = { connection, message, isIncoming, pointer in
        guard isIncoming != 0, let message, let pointer,
            g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
            let list = g_dbus_message_get_unix_fd_list(message),
            let sender = g_dbus_message_get_sender(message)
        else { return message }
        let descriptors = Unmanaged<CallDescriptors>.fromOpaque(pointer).takeUnretainedValue()
        if descriptors.count(list, of: String(cString: sender)) { return message }
        let fault = CallDescriptors.fault
        let error = g_dbus_message_new_method_error_literal(message, fault.name, fault.message)
        g_dbus_connection_send_message(connection, error, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
        g_object_unref(gpointer(error))
        g_object_unref(gpointer(message))
        return nil
    }
}

/// The open descriptors that came with calls.
package final class CallDescriptors: Sendable {
    package static let fault = BusError.limit("The calls under way have too many descriptors. Try again.")

    private struct Counts {
        var accounts: [String: String] = [:]
        var open: [String: Int] = [:]

        mutating func release(_ number: Int, of sender: String) {
            let rest = open[sender, default: 0] - number
            open[sender] = rest > 0 ? rest : nil
        }

        func isTooMuch(of sender: String, among most: Int) -> Bool {
            let account = accounts[sender]
            let own = open.reduce(0) { accounts[$1.key] == account ? $0 + $1.value : $0 }
            let left = open.values.reduce(most + own, -)
            return own > left / 2
        }
    }

    private let most: Int
    private let counts = Mutex(Counts())

    fileprivate init(_ most: Int) {
        self.most = most
    }

    /// - Parameter account: the connection's owner; nil once the connection is gone.
    /// - Returns: whether that account is within its limit.
    @discardableResult
    package func assign(_ sender: String, to account: String?) -> Bool {
        counts.withLock { counts in
            counts.accounts[sender] = account
            return !counts.isTooMuch(of: sender, among: most)
        }
    }

    /// - Returns: whether there is room; the descriptors then count until the list is released.
    fileprivate func count(_ list: UnsafeMutablePointer<GUnixFDList>, of sender: String) -> Bool {
        let number = Int(g_unix_fd_list_get_length(list))
        let hasRoom = counts.withLock { counts in
            counts.open[sender, default: 0] += number
            guard counts.isTooMuch(of: sender, among: most) else { return true }
            counts.release(number, of: sender)
            return false
        }
        guard hasRoom else { return false }
        let object = UnsafeMutableRawPointer(list).assumingMemoryBound(to: GObject.self)
        let share = Unmanaged.passRetained(CallAccount(of: self, number, sender)).toOpaque()
        g_object_set_data_full(object, "activityd-share", share, Callback.release)
        return true
    }

    private final class CallAccount {
        private let whole: CallDescriptors
        private let number: Int
        private let sender: String

        init(of whole: CallDescriptors, _ number: Int, _ sender: String) {
            (self.whole, self.number, self.sender) = (whole, number, sender)
        }

        deinit { whole.counts.withLock { $0.release(number, of: sender) } }
    }
}
