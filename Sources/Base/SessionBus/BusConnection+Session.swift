// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import Host

extension BusConnection {
    /// Connects to the session bus, and serves this thread's loop meanwhile; nil without a bus (GIO would
    /// start one), or if it does not answer within `limit`.
    package static func ofSession(within limit: Duration) -> BusConnection? {
        guard
            Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil
                || access(Environment.runtimeFolder + "/bus", F_OK) == 0
        else { return nil }
        var (connection, isOver) = (BusConnection?.none, false)
        session(within: limit) { (connection, isOver) = ($0, true) }
        Loop.run { isOver }
        return connection
    }

    /// Connects to the session bus; calls back once, with nil if there is no bus, or none that answers within
    /// `limit`. The attempt is then cancelled, because GIO shares the connection and a later attempt would
    /// wait for this one.
    package static func session(within limit: Duration, then: @escaping (BusConnection?) -> Void) {
        let attempt = Attempt(then)
        attempt.timer = Source(after: limit) { attempt.cancel() }
        g_bus_get(
            G_BUS_TYPE_SESSION, attempt.cancellable,
            { _, result, attempt in
                guard let attempt else { return }
                let connection = g_bus_get_finish(result, nil)
                defer { if let connection { g_object_unref(gpointer(connection)) } }
                // GIO would otherwise exit the process when the bus disconnects.
                if let connection { g_dbus_connection_set_exit_on_close(connection, 0) }
                Unmanaged<Attempt>.fromOpaque(attempt).takeRetainedValue().end(
                    connection.map(BusConnection.init))
            }, Unmanaged.passRetained(attempt).toOpaque())
    }

    private final class Attempt {
        private let then: (BusConnection?) -> Void
        let cancellable = g_cancellable_new()
        var timer: Source?

        init(_ then: @escaping (BusConnection?) -> Void) {
            self.then = then
        }

        deinit { g_object_unref(gpointer(cancellable)) }

        func cancel() { g_cancellable_cancel(cancellable) }

        func end(_ connection: BusConnection?) {
            timer = nil
            then(connection)
        }
    }
}
