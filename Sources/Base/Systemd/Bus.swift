// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// A connection to the user's message bus, or directly to the user's service manager, served by an event
/// loop: nothing here blocks.
///
/// The connection is established asynchronously; calls made meanwhile are queued. If it fails or breaks, each
/// pending call ends with an error, and `onDisconnect` is called last. A call without a timely reply ends
/// with an error too; the owner must watch `isReady` to limit the time for the connection itself.
///
/// The owner may release it at any time, in its own callbacks too.
package final class Bus {
    package enum Endpoint {
        /// A message bus (D-Bus specification, "Server Addresses").
        case bus(address: String)
        /// A service at its own socket, without a bus. Bus names mean nothing there.
        case direct(socket: String)

        /// The default bus of a session that specifies none.
        package static func bus(in runtimeFolder: String) -> Endpoint {
            .bus(address: "unix:path=" + escaped(runtimeFolder + "/bus"))
        }

        fileprivate var address: String {
            switch self {
            case .bus(let address): address
            case .direct(let socket): "unix:path=" + Self.escaped(socket)
            }
        }

        fileprivate var isDirect: Bool { if case .direct = self { true } else { false } }

        /// Escapes a path as a value in an address.
        private static func escaped(_ path: String) -> String {
            path.utf8.reduce(into: "") { text, byte in
                let isPlain =
                    (byte | 0x20) &- UInt8(ascii: "a") < 26 || "0123456789-_/.".utf8.contains(byte)
                text +=
                    isPlain
                    ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
    }

    struct Address {
        let destination: String
        let path: String
        let interface: String
    }

    /// The context of a libsystemd callback; the slot retains it.
    private final class Handler {
        let body: (OpaquePointer) -> Void

        init(_ body: @escaping (OpaquePointer) -> Void) {
            self.body = body
        }
    }

    /// A subscription that ends with the value.
    package final class Subscription {
        private let slot: OpaquePointer

        fileprivate init(_ slot: OpaquePointer) {
            self.slot = slot
        }

        deinit { sd_bus_slot_unref(slot) }
    }

    /// Called once, when the connection is lost.
    package var onDisconnect: (() -> Void)?
    package let isDirect: Bool
    /// Default timeout of a call, in microseconds: longer than a manager takes to reload its units on a busy
    /// machine.
    package static let timeout: UInt64 = 5_000_000
    private let timeout: UInt64
    private let bus: OpaquePointer
    private let loop: EventLoop
    private var disconnection: Subscription?

    /// Starts to connect.
    ///
    /// - Parameter timeout: timeout of a call, in microseconds.
    /// - Throws: if no process listens at the address, or libsystemd fails.
    package init(
        _ loop: EventLoop, with endpoint: Endpoint, timeout: UInt64 = Bus.timeout
    ) throws(SystemdError) {
        bus = try Self.open(endpoint, timeout)
        isDirect = endpoint.isDirect
        self.timeout = timeout
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

    private static func open(_ endpoint: Endpoint, _ timeout: UInt64) throws(SystemdError) -> OpaquePointer {
        var bus: OpaquePointer?
        try SystemdError.check(sd_bus_new(&bus), "sd_bus_new")
        guard let bus else { throw SystemdError(call: "sd_bus_new", errno: ENOMEM) }
        do throws(SystemdError) {
            try SystemdError.check(sd_bus_set_address(bus, endpoint.address), "sd_bus_set_address")
            try SystemdError.check(
                sd_bus_set_bus_client(bus, endpoint.isDirect ? 0 : 1), "sd_bus_set_bus_client")
            try SystemdError.check(
                sd_bus_set_method_call_timeout(bus, timeout), "sd_bus_set_method_call_timeout")
            try SystemdError.check(sd_bus_start(bus), "sd_bus_start")
        } catch {
            sd_bus_unref(bus)
            throw error
        }
        return bus
    }

    /// Deferred: libsystemd uses the bus after a callback returns, and aborts if the callback has closed it.
    deinit {
        disconnection = nil
        loop.afterHandler { [bus] in sd_bus_close_unref(bus) }
    }

    /// Whether authentication has succeeded.
    package var isReady: Bool { sd_bus_is_ready(bus) > 0 }

    package var descriptor: CInt { sd_bus_get_fd(bus) }

    /// Calls a method, without starting the service that provides it.
    ///
    /// - Parameter answer: called once, later, or at once if nothing can be sent.
    func call(
        _ address: Address, _ member: String,
        _ arguments: (BusMessage) throws(SystemdError) -> Void = { _ in },
        _ answer: @escaping (Result<BusReply, BusError>) -> Void
    ) {
        let start = Clock.monotonic
        do throws(SystemdError) {
            try send(address, member, arguments) { [timeout] message in
                if let error = sd_bus_message_get_error(message) {
                    answer(.failure(BusError(error.pointee, isLate: Clock.monotonic - start >= timeout)))
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
        try retain(slot, handler, result, "sd_bus_call_async")
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
        loop.sourcesChanged = true
    }

    /// Calls `handler` with each signal `member` from `address`, as long as the returned value lives.
    func subscribe(
        _ address: Address, _ member: String, _ handler: @escaping (BusReply) -> Void
    ) throws(SystemdError) -> Subscription {
        let handler = Unmanaged.passRetained(Handler { handler(BusReply(pointer: $0)) })
        var slot: OpaquePointer?
        let result = sd_bus_match_signal_async(
            bus, &slot, address.destination, address.path, address.interface, member, Self.handle, nil,
            handler.toOpaque())
        try retain(slot, handler, result, "sd_bus_match_signal_async")
        guard let slot else { throw SystemdError(call: "sd_bus_match_signal_async", errno: ENOMEM) }
        loop.sourcesChanged = true
        return Subscription(slot)
    }

    /// Ties the handler's lifetime to its slot.
    private func retain(
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
