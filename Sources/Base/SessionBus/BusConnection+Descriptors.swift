// SPDX-License-Identifier: Apache-2.0
//
// A call's descriptors are open in this process as soon as GIO's thread has read the message, long before the loop comes to
// it, and until the last value of the call is gone. Without a limit a caller leaves the process none, and GLib ends it.

import CGIO
import Synchronization

extension BusConnection {
    /// Refuses calls whose descriptors would be too many, together with those of calls that are still under way.
    package func limitDescriptors(to most: Int) {
        g_dbus_connection_add_filter(
            pointer, Self.filter, Unmanaged.passRetained(CallDescriptors(most)).toOpaque()
        ) { pointer in
            if let pointer { Unmanaged<CallDescriptors>.fromOpaque(pointer).release() }
        }
    }

    /// Runs on GIO's thread.
    private static let filter: GDBusMessageFilterFunction = { connection, message, isIncoming, pointer in
        guard isIncoming != 0, let message, let pointer,
            g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
            let list = g_dbus_message_get_unix_fd_list(message),
            !Unmanaged<CallDescriptors>.fromOpaque(pointer).takeUnretainedValue().count(list)
        else { return message }
        let fault = BusError.limit("The calls under way have too many descriptors. Try again.")
        let error = g_dbus_message_new_method_error_literal(message, fault.name, fault.message)
        g_dbus_connection_send_message(connection, error, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
        g_object_unref(gpointer(error))
        g_object_unref(gpointer(message))
        return nil
    }
}

/// The number of descriptors that came with calls and are still open.
private final class CallDescriptors: Sendable {
    private let most: Int
    private let open = Mutex(0)

    init(_ most: Int) {
        self.most = most
    }

    /// - Returns: whether there is room for them, which they have until the list goes.
    func count(_ list: UnsafeMutablePointer<GUnixFDList>) -> Bool {
        let number = Int(g_unix_fd_list_get_length(list))
        let hasRoom = open.withLock { open in
            guard open + number <= most else { return false }
            open += number
            return true
        }
        guard hasRoom else { return false }
        let object = UnsafeMutableRawPointer(list).assumingMemoryBound(to: GObject.self)
        let share = Unmanaged.passRetained(Share(of: self, number)).toOpaque()
        g_object_set_data_full(object, "activityd-share", share) { share in
            if let share { Unmanaged<Share>.fromOpaque(share).release() }
        }
        return true
    }

    private final class Share {
        private let whole: CallDescriptors
        private let number: Int

        init(of whole: CallDescriptors, _ number: Int) {
            (self.whole, self.number) = (whole, number)
        }

        deinit { whole.open.withLock { $0 -= number } }
    }
}
