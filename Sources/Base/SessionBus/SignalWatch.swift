// SPDX-License-Identifier: Apache-2.0

import CGIO

/// A subscription to another program's signal, until this value is released.
package final class SignalWatch {
    private let connection: BusConnection
    private let identifier: guint

    /// - Parameter onSignal: receives the signal's body, on this thread's loop.
    package init(
        _ connection: BusConnection, _ signal: String, of address: BusAddress,
        _ onSignal: @escaping (Variant) -> Void
    ) {
        self.connection = connection
        let handler = Unmanaged.passRetained(Handler(onSignal)).toOpaque()
        identifier = g_dbus_connection_signal_subscribe(
            connection.pointer, address.name, address.interface, signal, address.path, nil,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, body, handler in
                guard let handler, let body = Variant(taking: body.map { g_variant_ref($0) }) else { return }
                Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue().onSignal(body)
            }, handler, Callback.release)
    }

    deinit { g_dbus_connection_signal_unsubscribe(connection.pointer, identifier) }

    private final class Handler {
        let onSignal: (Variant) -> Void

        init(_ onSignal: @escaping (Variant) -> Void) {
            self.onSignal = onSignal
        }
    }
}
