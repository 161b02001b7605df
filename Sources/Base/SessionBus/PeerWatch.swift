// SPDX-License-Identifier: Apache-2.0

import CGIO

/// Tells when a connection has left the bus, also if it had before, or if the bus itself has gone.
package final class PeerWatch {
    private let identifier: guint

    package init(_ connection: BusConnection, _ peer: String, gone: @escaping () -> Void) {
        identifier = g_bus_watch_name_on_connection(
            connection.pointer, peer, G_BUS_NAME_WATCHER_FLAGS_NONE, nil,
            { _, _, pointer in Callback.call(pointer) },
            Callback(gone).retained, Callback.release)
    }

    deinit { g_bus_unwatch_name(identifier) }
}
