// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import SessionBus
import ShareCalling
import Testing

@testable import ShareService

/// A connection as any program has one; values are written and read as GVariant's text.
final class BusClient {
    enum Answer: Hashable {
        case reply(String)
        case error(String, String)

        var isReply: Bool { if case .reply = self { true } else { false } }

        func isError(_ expected: String) -> Bool {
            if case .error(expected, _) = self { true } else { false }
        }
    }

    struct Signal: Hashable {
        let member: String
        let path: String
        let body: String
    }

    private let bus: PrivateBus
    private let connection: OpaquePointer
    private var subscription: guint = 0
    /// Signals from portals' requests to this connection.
    private(set) var signals: [Signal] = []

    init(_ bus: PrivateBus) throws {
        self.bus = bus
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let made = g_dbus_connection_new_for_address_sync(bus.address, flags, nil, nil, nil) else {
            throw PrivateBus.Failure(reason: "the bus lets no one in")
        }
        connection = made
        subscription = g_dbus_connection_signal_subscribe(
            connection, nil, "org.freedesktop.portal.Request", nil, nil, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, path, _, member, body, client in
                guard let path, let member, let client else { return }
                let signal = Signal(
                    member: String(cString: member), path: String(cString: path), body: BusClient.text(body))
                Unmanaged<BusClient>.fromOpaque(client).takeUnretainedValue().signals.append(signal)
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    deinit {
        g_dbus_connection_signal_unsubscribe(connection, subscription)
        g_dbus_connection_close_sync(connection, nil, nil)
        g_object_unref(gpointer(connection))
    }

    /// For the service itself.
    var asService: BusConnection { BusConnection(connection) }

    var name: String { String(cString: g_dbus_connection_get_unique_name(connection)) }

    /// The caller's part of a handle.
    var sender: String { String(name.dropFirst().map { $0 == "." ? "_" : $0 }) }

    func handle(_ token: String) -> String { "\(ShareInterface.path)/request/\(sender)/\(token)" }

    func share(_ arguments: String, fds: [CInt] = [], then: @escaping (Answer) -> Void) {
        send("Share", "(sasa{sv})", arguments, fds: fds, then: then)
    }

    /// Calls, and waits for the answer.
    func share(_ arguments: String, fds: [CInt] = []) -> Answer {
        wait { share(arguments, fds: fds, then: $0) }
    }

    func canShare(_ types: String) -> Answer {
        wait { canShare(types, then: $0) }
    }

    func canShare(_ types: String, then: @escaping (Answer) -> Void) {
        send("CanShare", "(as)", "(\(types),)", then: then)
    }

    /// Waits until all calls have left this connection.
    func flush() -> Bool { g_dbus_connection_flush_sync(connection, nil, nil) != 0 }

    func close(_ handle: String) -> Answer {
        wait { send("Close", "()", "()", path: handle, interface: ShareInterface.requestName, then: $0) }
    }

    /// When it is answered, what was sent here before has arrived.
    func ping() -> Answer {
        wait {
            send(
                "GetId", "()", "()", to: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus",
                then: $0)
        }
    }

    func owner(of name: String) -> Answer {
        wait {
            send(
                "NameHasOwner", "(s)", "('\(name)',)", to: "org.freedesktop.DBus", path: "/",
                interface: "org.freedesktop.DBus", then: $0)
        }
    }

    private func wait(_ start: (@escaping (Answer) -> Void) -> Void) -> Answer {
        var answer: Answer?
        start { answer = $0 }
        #expect(bus.turn { answer != nil }, "no answer")
        return answer ?? .error("", "")
    }

    private func send(
        _ member: String, _ type: StaticString, _ arguments: String, fds: [CInt] = [],
        to name: String = ShareInterface.name,
        path: String = ShareInterface.path, interface: String = ShareInterface.name,
        then: @escaping (Answer) -> Void
    ) {
        var error: UnsafeMutablePointer<GError>?
        let body = g_variant_parse(variantType(type), arguments, nil, nil, &error)
        if let error {
            Issue.record("\(arguments): \(String(cString: error.pointee.message))")
            return then(.error("", ""))
        }
        let list = g_unix_fd_list_new()
        defer { g_object_unref(gpointer(list)) }
        for fd in fds { g_unix_fd_list_append(list, fd, nil) }
        let box = Unmanaged.passRetained(Box(then)).toOpaque()
        g_dbus_connection_call_with_unix_fd_list(
            connection, name, path, interface, member, body, nil, G_DBUS_CALL_FLAGS_NONE, 20_000, list, nil,
            { source, result, box in
                guard let source, let box else { return }
                var error: UnsafeMutablePointer<GError>?
                let reply = g_dbus_connection_call_with_unix_fd_list_finish(
                    OpaquePointer(source), nil, result, &error)
                let then = Unmanaged<Box>.fromOpaque(box).takeRetainedValue().then
                then(BusClient.answer(reply, error))
                g_clear_error(&error)
            }, box)
        if let body { g_variant_unref(body) }
    }

    private static func answer(_ reply: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?) -> Answer {
        guard let error else {
            defer { if let reply { g_variant_unref(reply) } }
            return .reply(text(reply))
        }
        let name = g_dbus_error_get_remote_error(error)
        defer { g_free(name) }
        g_dbus_error_strip_remote_error(error)
        return .error(name.map { String(cString: $0) } ?? "", String(cString: error.pointee.message))
    }

    private static func text(_ value: OpaquePointer?) -> String {
        guard let value, let text = g_variant_print(value, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private final class Box {
        let then: (Answer) -> Void

        init(_ then: @escaping (Answer) -> Void) {
            self.then = then
        }
    }
}
