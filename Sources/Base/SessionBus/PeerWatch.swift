// SPDX-License-Identifier: Apache-2.0

import CGIO

/// Reports that a connection has left the bus, even if it had left before, or that the bus itself is gone.
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
