// SPDX-License-Identifier: Apache-2.0

import CGIO
package import Host

extension BusConnection {
    /// Timeout for a reply, in milliseconds: a peer replies at once, or hangs.
    package static let timeout: CInt = 5_000

    /// Blocks until the reply or the timeout, so must not run on the loop's thread.
    ///
    /// - Returns: nil for an error, and for a reply of another type.
    package func wait(
        for member: String, of address: BusAddress, _ body: OpaquePointer?, type: StaticString
    ) -> (reply: Variant, descriptors: (CInt) -> Descriptor?)? {
        var list: UnsafeMutablePointer<GUnixFDList>?
        let reply = g_dbus_connection_call_with_unix_fd_list_sync(
            pointer, address.name, address.path, address.interface, member, body, variantType(type),
            G_DBUS_CALL_FLAGS_NONE, Self.timeout, nil, &list, nil, nil)
        guard let reply = Variant(taking: reply) else { return nil }
        let owned = list.map { DescriptorList(taking: $0) }
        return (reply, { owned?[$0] })
    }

    /// Calls back on this thread's loop, with nil for an error.
    package func call(
        _ member: String, of address: BusAddress, _ body: OpaquePointer?, type: StaticString,
        then: @escaping (Variant?) -> Void
    ) {
        ask(member, of: address, body, type: type) { then(try? $0.get()) }
    }

    /// Calls back on this thread's loop, with the reply or the error.
    ///
    /// - Parameter descriptors: sent as duplicates.
    package func ask(
        _ member: String, of address: BusAddress, _ body: OpaquePointer?, type: StaticString,
        descriptors: [Descriptor] = [], timeout: CInt = timeout,
        then: @escaping (Result<Variant, BusError>) -> Void
    ) {
        let box = Unmanaged.passRetained(Reply(then)).toOpaque()
        let list = g_unix_fd_list_new()
        defer { g_object_unref(gpointer(list)) }
        for descriptor in descriptors { g_unix_fd_list_append(list, descriptor.number, nil) }
        g_dbus_connection_call_with_unix_fd_list(
            pointer, address.name, address.path, address.interface, member, body, variantType(type),
            G_DBUS_CALL_FLAGS_NONE, timeout, list, nil,
            { source, result, box in
                guard let source, let box else { return }
                var error: UnsafeMutablePointer<GError>?
                let reply = g_dbus_connection_call_with_unix_fd_list_finish(
                    OpaquePointer(source), nil, result, &error)
                let then = Unmanaged<Reply>.fromOpaque(box).takeRetainedValue().then
                if let reply = Variant(taking: reply) { return then(.success(reply)) }
                then(.failure(BusError(taking: error)))
            }, box)
    }

    private final class Reply {
        let then: (Result<Variant, BusError>) -> Void

        init(_ then: @escaping (Result<Variant, BusError>) -> Void) {
            self.then = then
        }
    }
}
