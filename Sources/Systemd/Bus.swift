// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// A connection with the user's message bus, or with the user's service manager itself, served by an event
/// loop: nothing here waits.
///
/// It is made at once and comes about later; calls made meanwhile are sent then. Where it does not come
/// about, or breaks, each call that waits is answered by an error, and `onDisconnect` is called last.
package final class Bus {
    /// Where to connect.
    package enum Place {
        /// The bus that the environment names (DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR).
        case user
        /// A service at its own socket, with no bus between. It knows nobody by name there.
        case direct(socket: String)
    }

    /// What a call is addressed to.
    struct Address {
        let destination: String
        let path: String
        let interface: String
    }

    /// What a callback of libsystemd is given; it lives as long as the slot that holds it.
    private final class Handler {
        let body: (OpaquePointer) -> Void

        init(_ body: @escaping (OpaquePointer) -> Void) {
            self.body = body
        }
    }

    /// A subscription that ends with the value.
    final class Subscription {
        private let slot: OpaquePointer

        fileprivate init(_ slot: OpaquePointer) {
            self.slot = slot
        }

        deinit { sd_bus_slot_unref(slot) }
    }

    /// Called once, when nothing comes or goes any more.
    package var onDisconnect: (() -> Void)?
    package let isDirect: Bool
    private let bus: OpaquePointer
    private let loop: EventLoop
    private var disconnection: Subscription?

    /// Begins to connect.
    ///
    /// - Throws: where nobody listens.
    package init(_ loop: EventLoop, with place: Place) throws(SystemdError) {
        switch place {
        case .user: (bus, isDirect) = (try Self.open(), false)
        case .direct(let socket): (bus, isDirect) = (try Self.open(socket), true)
        }
        self.loop = loop
        try SystemdError.check(sd_bus_attach_event(bus, loop.event, 0), "sd_bus_attach_event")
        loop.sourcesChanged = true
        let local = "org.freedesktop.DBus.Local"
        disconnection = try subscribe(
            Address(destination: local, path: "/org/freedesktop/DBus/Local", interface: local), "Disconnected"
        ) { [weak self] _ in
            self?.onDisconnect?()
        }
    }

    private static func open() throws(SystemdError) -> OpaquePointer {
        var bus: OpaquePointer?
        try SystemdError.check(sd_bus_open_user(&bus), "sd_bus_open_user")
        guard let bus else { throw SystemdError(call: "sd_bus_open_user", errno: ENOMEM) }
        return bus
    }

    private static func open(_ socket: String) throws(SystemdError) -> OpaquePointer {
        var bus: OpaquePointer?
        try SystemdError.check(sd_bus_new(&bus), "sd_bus_new")
        guard let bus else { throw SystemdError(call: "sd_bus_new", errno: ENOMEM) }
        do throws(SystemdError) {
            try SystemdError.check(
                sd_bus_set_address(bus, "unix:path=" + escaped(socket)), "sd_bus_set_address")
            try SystemdError.check(sd_bus_start(bus), "sd_bus_start")
        } catch {
            sd_bus_unref(bus)
            throw error
        }
        return bus
    }

    /// As a value in an address (D-Bus specification, "Server Addresses").
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            let isPlain = (byte | 0x20) &- UInt8(ascii: "a") < 26 || "0123456789-_/.".utf8.contains(byte)
            text += isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }
    }

    deinit {
        disconnection = nil
        sd_bus_close_unref(bus)
    }

    /// Of the connection's socket.
    package var descriptor: CInt { sd_bus_get_fd(bus) }

    /// Calls a method, of nobody who would have to be started first.
    ///
    /// - Parameter answer: called once, later or, where nothing can be sent, at once.
    func call(
        _ address: Address, _ member: String,
        _ arguments: (BusMessage) throws(SystemdError) -> Void = { _ in },
        _ answer: @escaping (Result<BusReply, BusError>) -> Void
    ) {
        do throws(SystemdError) {
            try send(address, member, arguments) { message in
                if let error = sd_bus_message_get_error(message) {
                    answer(.failure(BusError(error.pointee)))
                } else {
                    answer(.success(BusReply(pointer: message)))
                }
            }
        } catch {
            answer(.failure(BusError(error)))
        }
    }

    private func send(
        _ address: Address, _ member: String, _ arguments: (BusMessage) throws(SystemdError) -> Void,
        _ answer: @escaping (OpaquePointer) -> Void
    ) throws(SystemdError) {
        var message: OpaquePointer?
        try SystemdError.check(
            sd_bus_message_new_method_call(
                bus, &message, address.destination, address.path, address.interface, member),
            "sd_bus_message_new_method_call")
        guard let message else { throw SystemdError(call: "sd_bus_message_new_method_call", errno: ENOMEM) }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_auto_start(message, 0)
        try arguments(BusMessage(pointer: message))
        let handler = Unmanaged.passRetained(Handler(answer))
        var slot: OpaquePointer?
        let result = sd_bus_call_async(bus, &slot, message, Self.handle, handler.toOpaque(), 0)
        try keep(slot, handler, result, "sd_bus_call_async")
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
        loop.sourcesChanged = true
    }

    /// Calls `handler` with each such signal, till the value that is given back goes.
    func subscribe(
        _ address: Address, _ member: String, _ handler: @escaping (BusReply) -> Void
    ) throws(SystemdError) -> Subscription {
        let handler = Unmanaged.passRetained(Handler { handler(BusReply(pointer: $0)) })
        var slot: OpaquePointer?
        let result = sd_bus_match_signal_async(
            bus, &slot, address.destination, address.path, address.interface, member, Self.handle, nil,
            handler.toOpaque())
        try keep(slot, handler, result, "sd_bus_match_signal_async")
        guard let slot else { throw SystemdError(call: "sd_bus_match_signal_async", errno: ENOMEM) }
        loop.sourcesChanged = true
        return Subscription(slot)
    }

    /// The handler goes with its slot.
    private func keep(
        _ slot: OpaquePointer?, _ handler: Unmanaged<Handler>, _ result: CInt, _ call: String
    ) throws(SystemdError) {
        guard result >= 0, let slot else {
            handler.release()
            throw SystemdError(call: call, errno: result < 0 ? -result : ENOMEM)
        }
        sd_bus_slot_set_destroy_callback(slot) { context in
            if let context { Unmanaged<Handler>.fromOpaque(context).release() }
        }
    }

    private static let handle: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return 0 }
        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().body(message)
        return 0
    }
}
