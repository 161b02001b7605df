// SPDX-License-Identifier: Apache-2.0

import CGIO

/// A connection to a message bus. GIO allows its use on any thread.
package final class BusConnection: @unchecked Sendable {
    package let pointer: OpaquePointer

    /// - Parameter pointer: a `GDBusConnection`, which this value retains.
    package init(_ pointer: OpaquePointer) {
        self.pointer = OpaquePointer(g_object_ref(gpointer(pointer)))
    }

    deinit { g_object_unref(gpointer(pointer)) }

    /// The name that the bus assigned to the connection; nil for a connection without a bus.
    package var uniqueName: String? {
        g_dbus_connection_get_unique_name(pointer).map { String(cString: $0) }
    }

    /// Blocks until all queued messages have left this process.
    package func flush() { g_dbus_connection_flush_sync(pointer, nil, nil) }

    /// Sends a signal to one connection only.
    package func emit(
        _ signal: String, _ interface: String, _ path: String, to destination: String, _ body: OpaquePointer?
    ) {
        g_dbus_connection_emit_signal(pointer, destination, path, interface, signal, body, nil)
    }
}
