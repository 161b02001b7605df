// SPDX-License-Identifier: Apache-2.0
//
// GTK's signals as Swift closures.
//
// GTK owns the closure: it is retained when connected and released by the destroy notification, so it dies
// with its widget. A closure holds its Swift object weakly, because otherwise the two would retain each
// other. No closure is connected "after": handlers that decide (close-request, key-pressed) would run too
// late.

import CGtk4

/// Handles a signal as long as GTK keeps the handler.
package final class SignalHandler {
    /// Number of live handlers. Tests check that a closed sheet leaves none.
    package nonisolated(unsafe) private(set) static var living = 0

    fileprivate enum Body {
        case plain(() -> Void)
        case argument((OpaquePointer) -> Void)
        case deciding(() -> Bool)
        case event((OpaquePointer) -> Bool)
        case key((UInt32, GdkModifierType) -> Bool)
        case position((Double, Double) -> Void)
    }

    fileprivate let body: Body

    fileprivate init(_ body: Body) {
        self.body = body
        Self.living += 1
    }

    deinit { Self.living -= 1 }

    fileprivate static func of(_ data: gpointer?) -> Body? {
        data.map { Unmanaged<SignalHandler>.fromOpaque($0).takeUnretainedValue().body }
    }
}

struct SignalSource {
    private let object: gpointer

    init(_ object: OpaquePointer) {
        self.object = UnsafeMutableRawPointer(object)
    }

    /// Connects a signal without arguments, such as `clicked`.
    @discardableResult func on(_ signal: String, _ body: @escaping () -> Void) -> gulong {
        let trampoline: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            if case .plain(let body) = SignalHandler.of(data) { body() }
        }
        return connect(signal, .plain(body), unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects a signal with one argument, such as `notify` or a list's `bind`.
    @discardableResult func on(_ signal: String, _ body: @escaping (OpaquePointer) -> Void) -> gulong {
        let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, argument, data in
            if let argument, case .argument(let body) = SignalHandler.of(data) { body(argument) }
        }
        return connect(signal, .argument(body), unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects a signal without arguments; `body` returns whether it has handled the signal.
    @discardableResult func on(deciding signal: String, _ body: @escaping () -> Bool) -> gulong {
        let trampoline: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
            guard case .deciding(let body) = SignalHandler.of(data) else { return 0 }
            return body() ? 1 : 0
        }
        return connect(signal, .deciding(body), unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects a signal with one event; `body` returns whether it has handled the event.
    @discardableResult func on(event signal: String, _ body: @escaping (OpaquePointer) -> Bool) -> gulong {
        let trampoline: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gboolean = {
            _, event, data in
            guard let event, case .event(let body) = SignalHandler.of(data) else { return 0 }
            return body(event) ? 1 : 0
        }
        return connect(signal, .event(body), unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects a signal with coordinates, such as a gesture's `pressed`, or with a drag's offset.
    @discardableResult func on(place signal: String, _ body: @escaping (Double, Double) -> Void) -> gulong {
        let trampoline: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            if case .position(let body) = SignalHandler.of(data) { body(x, y) }
        }
        return connect(signal, .position(body), unsafeBitCast(trampoline, to: GCallback.self))
    }

    func disconnect(_ handler: gulong) { g_signal_handler_disconnect(object, handler) }

    fileprivate func connect(_ signal: String, _ body: SignalHandler.Body, _ trampoline: GCallback) -> gulong
    {
        g_signal_connect_data(
            object, signal, trampoline, Unmanaged.passRetained(SignalHandler(body)).toOpaque(),
            { data, _ in
                if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
            }, GConnectFlags(rawValue: 0))
    }
}

extension Widget {
    var signals: SignalSource { SignalSource(opaque) }

    /// Handles keys in this widget and its descendants; `body` returns whether it has handled the key.
    func onKey(
        _ phase: GtkPropagationPhase = GTK_PHASE_BUBBLE, _ body: @escaping (UInt32, GdkModifierType) -> Bool
    ) {
        guard let controller = gtk_event_controller_key_new() else { return }
        gtk_event_controller_set_propagation_phase(controller, phase)
        let trampoline: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, modifiers, data in
            guard case .key(let body) = SignalHandler.of(data) else { return 0 }
            return body(key, modifiers) ? 1 : 0
        }
        _ = SignalSource(controller).connect(
            "key-pressed", .key(body), unsafeBitCast(trampoline, to: GCallback.self))
        gtk_widget_add_controller(self, controller)
    }
}

/// A signal of an object that outlives the window; releasing the connection disconnects it.
final class SignalConnection {
    private let source: SignalSource
    private let handler: gulong

    init(_ object: OpaquePointer, _ signal: String, _ body: @escaping () -> Void) {
        source = SignalSource(object)
        handler = source.on(signal) { (_: OpaquePointer) in body() }
    }

    deinit { source.disconnect(handler) }
}
