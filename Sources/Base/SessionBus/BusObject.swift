// SPDX-License-Identifier: Apache-2.0

import CGIO

/// An interface at a path, exported until this value is released.
package final class BusObject {
    private final class Box {
        let properties: [String: UInt32]
        let onCall: (BusCall) -> Void

        init(_ properties: [String: UInt32], _ take: @escaping (BusCall) -> Void) {
            (self.properties, self.onCall) = (properties, take)
        }
    }

    private let connection: BusConnection
    private let identifier: guint

    /// - Parameters:
    ///   - description: D-Bus introspection XML that contains the interface.
    ///   - properties: values of the interface's properties, all of type `u`.
    ///   - onCall: called for each call that fits the interface; GIO refuses all others.
    package init(
        _ connection: BusConnection, _ path: String, _ interface: String,
        in description: String, properties: [String: UInt32] = [:],
        take: @escaping (BusCall) -> Void
    ) throws(BusError) {
        guard let node = g_dbus_node_info_new_for_xml(description, nil) else {
            throw .failed("The interface's description is broken.")
        }
        defer { g_dbus_node_info_unref(node) }
        var table = GDBusInterfaceVTable()
        table.method_call = Self.call
        table.get_property = Self.property
        self.connection = connection
        identifier = g_dbus_connection_register_object(
            connection.pointer, path, g_dbus_node_info_lookup_interface(node, interface), &table,
            Unmanaged.passRetained(Box(properties, take)).toOpaque(), Callback.release, nil)
        guard identifier > 0 else { throw .failed("\(path) is there already.") }
    }

    deinit {
        if identifier > 0 { g_dbus_connection_unregister_object(connection.pointer, identifier) }
    }

    private static let call: GDBusInterfaceMethodCallFunc = { _, _, _, _, _, _, invocation, pointer in
        guard let invocation, let call = BusCall(invocation), let pointer else { return }
        Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().onCall(call)
    }

    private static let property: GDBusInterfaceGetPropertyFunc = { _, _, _, _, name, _, pointer in
        guard let name, let pointer else { return nil }
        let box = Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue()
        return box.properties[String(cString: name)].map { g_variant_new_uint32($0) } ?? nil
    }
}
