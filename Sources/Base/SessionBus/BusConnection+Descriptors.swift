// SPDX-License-Identifier: Apache-2.0
//
// A call's descriptors are open in this process as soon as GIO's thread has read the message, long before the loop comes to
// it, and until the last value of the call is gone. Without a limit a caller leaves the process none, and GLib ends it.
//
// One app has at most half of what the others leave. Who calls is found out later, so GIO's thread counts all connections
// whose app is not known yet as one; the service says whose a connection is, for as long as it is there.

import CGIO
import Synchronization

extension BusConnection {
    /// Refuses calls whose descriptors would be too many, together with those of calls that are still under way.
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

/// The descriptors that came with calls and are still open.
package final class CallDescriptors: Sendable {
    package static let fault = BusError.limit("The calls under way have too many descriptors. Try again.")

    private struct Counts {
        /// The accounts of the connections that are known.
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

    /// - Parameter account: whose connection it is; nil once it is gone.
    /// - Returns: whether that account has no more than it may have.
    @discardableResult
    package func assign(_ sender: String, to account: String?) -> Bool {
        counts.withLock { counts in
            counts.accounts[sender] = account
            return !counts.isTooMuch(of: sender, among: most)
        }
    }

    /// - Returns: whether there is room for them, which they have until the list goes.
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
        let share = Unmanaged.passRetained(Share(of: self, number, sender)).toOpaque()
        g_object_set_data_full(object, "activityd-share", share, Callback.release)
        return true
    }

    private final class Share {
        private let whole: CallDescriptors
        private let number: Int
        private let sender: String

        init(of whole: CallDescriptors, _ number: Int, _ sender: String) {
            (self.whole, self.number, self.sender) = (whole, number, sender)
        }

        deinit { whole.counts.withLock { $0.release(number, of: sender) } }
    }
}
