// SPDX-License-Identifier: Apache-2.0

import CGIO

/// A connection with a message bus. GIO lets every thread use it.
package final class BusConnection: @unchecked Sendable {
    package let pointer: OpaquePointer

    /// - Parameter pointer: a `GDBusConnection`, of which this keeps a reference.
    package init(_ pointer: OpaquePointer) {
        self.pointer = OpaquePointer(g_object_ref(gpointer(pointer)))
    }

    deinit { g_object_unref(gpointer(pointer)) }

    /// The name that the bus gave the connection; nil once the bus has gone.
    package var uniqueName: String? {
        g_dbus_connection_get_unique_name(pointer).map { String(cString: $0) }
    }

    /// Waits until all that was sent has left this process.
    package func flush() { g_dbus_connection_flush_sync(pointer, nil, nil) }

    /// Sends a signal to one connection alone.
    package func emit(
        _ signal: String, _ interface: String, _ path: String, to destination: String, _ body: OpaquePointer?
    ) {
        g_dbus_connection_emit_signal(pointer, destination, path, interface, signal, body, nil)
    }
}
