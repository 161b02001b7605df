// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// How the person wants programs to look, from the settings portal: dark, contrast, accent.
///
/// The portal is asked without waiting. Until it answers, what GNOME stores decides, which is read from
/// memory; so a dark desktop sees no light sheet flash. Where there is no session bus GNOME's word is final.
final class PortalSettings {
    struct Values: Hashable, Sendable {
        /// Nil where the desktop does not say.
        var isDark: Bool?
        var isContrasting: Bool?
        var accent: Shade?
    }

    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespace = "org.freedesktop.appearance"

    private let onChange: (Values) -> Void
    private let cancellable = g_cancellable_new()
    private var bus: OpaquePointer?
    private var subscription: guint = 0

    init(_ onChange: @escaping (Values) -> Void) {
        self.onChange = onChange
        g_bus_get(
            G_BUS_TYPE_SESSION, cancellable,
            { _, result, data in
                guard let found = PortalSettings.taken(data) else { return }
                if let bus = g_bus_get_finish(result, nil) { found.connected(bus) }
            }, retainedWeakly())
    }

    deinit {
        g_cancellable_cancel(cancellable)
        g_object_unref(cancellable)
        guard let bus else { return }
        if subscription != 0 { g_dbus_connection_signal_unsubscribe(bus, subscription) }
        g_object_unref(UnsafeMutableRawPointer(bus))
    }

    private func connected(_ bus: OpaquePointer) {
        self.bus = bus
        // GIO would end the process with the bus, and every sheet with it.
        g_dbus_connection_set_exit_on_close(bus, 0)
        subscription = g_dbus_connection_signal_subscribe(
            bus, Self.name, Self.interface, "SettingChanged", Self.path, Self.namespace,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, _, data in
                guard let data else { return }
                Unmanaged<Weakly>.fromOpaque(data).takeUnretainedValue().settings?.read()
            }, retainedWeakly(),
            { data in
                if let data { Unmanaged<Weakly>.fromOpaque(data).release() }
            })
        read()
    }

    private func read() {
        guard let bus else { return }
        g_dbus_connection_call(
            bus, Self.name, Self.path, Self.interface, "ReadAll", gtk4_namespaces(Self.namespace), nil,
            G_DBUS_CALL_FLAGS_NONE, -1, cancellable,
            { bus, result, data in
                guard let found = PortalSettings.taken(data), let bus,
                    let reply = g_dbus_connection_call_finish(OpaquePointer(bus), result, nil)
                else { return }
                defer { g_variant_unref(reply) }
                found.answered(reply)
            }, retainedWeakly())
    }

    /// `(a{sa{sv}})`; a reply of another type says nothing.
    private func answered(_ reply: OpaquePointer) {
        guard gtk4_is_settings(reply) != 0, let namespaces = g_variant_get_child_value(reply, 0)
        else { return }
        defer { g_variant_unref(namespaces) }
        guard let table = g_variant_lookup_value(namespaces, Self.namespace, nil) else { return }
        defer { g_variant_unref(table) }
        var values = Self.stored()
        if let scheme = Self.number("color-scheme", in: table), scheme != 0 { values.isDark = scheme == 1 }
        if Self.number("contrast", in: table) == 1 { values.isContrasting = true }
        values.accent = Self.colour("accent-color", in: table)
        onChange(values)
    }

    /// What GNOME stores; empty where its settings are not installed.
    static func stored() -> Values {
        var values = Values()
        switch text("org.gnome.desktop.interface", "color-scheme") {
        case "prefer-dark": values.isDark = true
        case "prefer-light": values.isDark = false
        default: break
        }
        values.isContrasting = flag("org.gnome.desktop.a11y.interface", "high-contrast")
        return values
    }

    private static func flag(_ schema: String, _ key: String) -> Bool? {
        guard gtk4_has_key(schema, key) != 0, let settings = g_settings_new(schema) else { return nil }
        defer { g_object_unref(settings) }
        return g_settings_get_boolean(settings, key) != 0
    }

    private static func text(_ schema: String, _ key: String) -> String? {
        guard gtk4_has_key(schema, key) != 0, let settings = g_settings_new(schema) else { return nil }
        defer { g_object_unref(settings) }
        guard let text = g_settings_get_string(settings, key) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    private static func number(_ key: String, in table: OpaquePointer) -> UInt32? {
        guard let value = g_variant_lookup_value(table, key, nil) else { return nil }
        defer { g_variant_unref(value) }
        return g_variant_classify(value) == G_VARIANT_CLASS_UINT32 ? g_variant_get_uint32(value) : nil
    }

    /// A channel beyond 0 to 1 means that there is no accent.
    private static func colour(_ key: String, in table: OpaquePointer) -> Shade? {
        guard let value = g_variant_lookup_value(table, key, nil) else { return nil }
        defer { g_variant_unref(value) }
        var shade = Shade(-1, -1, -1)
        guard gtk4_read_colour(value, &shade.red, &shade.green, &shade.blue) != 0 else { return nil }
        let isOne = [shade.red, shade.green, shade.blue].allSatisfy { (0...1).contains($0) }
        return isOne ? shade : nil
    }

    // MARK: - Calls on their way

    /// What an answer comes to, if it is still there.
    private final class Weakly {
        weak var settings: PortalSettings?

        init(_ settings: PortalSettings) {
            self.settings = settings
        }
    }

    private func retainedWeakly() -> gpointer { Unmanaged.passRetained(Weakly(self)).toOpaque() }

    private static func taken(_ data: gpointer?) -> PortalSettings? {
        data.flatMap { Unmanaged<Weakly>.fromOpaque($0).takeRetainedValue().settings }
    }
}
