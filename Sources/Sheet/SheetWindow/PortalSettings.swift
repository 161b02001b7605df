// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SessionBus

/// The person's appearance settings from the settings portal: dark, contrast, accent.
///
/// The portal is called asynchronously. Until it replies, GNOME's stored settings apply, which are read from
/// memory, so that no light sheet flashes on a dark desktop. Without a session bus GNOME's settings are
/// final.
final class PortalSettings {
    struct Values: Hashable, Sendable {
        /// Whether the desktop prefers dark; nil if it does not say.
        var isDark: Bool?
        var isContrasting: Bool?
        var accent: Shade?
    }

    private static let portal = BusAddress(
        name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.Settings")
    private static let namespace = "org.freedesktop.appearance"

    private let onChange: (Values) -> Void
    private var connection: BusConnection?
    private var changes: SignalWatch?

    init(_ onChange: @escaping (Values) -> Void) {
        self.onChange = onChange
        BusConnection.session(within: .seconds(5)) { [weak self] connection in
            if let connection { self?.connected(connection) }
        }
    }

    private func connected(_ connection: BusConnection) {
        self.connection = connection
        changes = SignalWatch(connection, "SettingChanged", of: Self.portal) { [weak self] change in
            guard change.isOf(type: "(ssv)"), change[0]?.string == Self.namespace else { return }
            self?.read()
        }
        read()
    }

    private func read() {
        connection?.call(
            "ReadAll", of: Self.portal, Variant.tuple(Variant.texts([Self.namespace])), type: "(a{sa{sv}})"
        ) { [weak self] reply in
            if let table = reply?[0]?[Self.namespace] { self?.answered(table) }
        }
    }

    private func answered(_ table: Variant) {
        var values = Self.stored()
        if let scheme = Self.number("color-scheme", in: table), scheme != 0 { values.isDark = scheme == 1 }
        if Self.number("contrast", in: table) == 1 { values.isContrasting = true }
        values.accent = Self.colour("accent-color", in: table)
        onChange(values)
    }

    private static func number(_ key: String, in table: Variant) -> UInt32? {
        guard let value = table[key], value.isOf(type: "u") else { return nil }
        return value.unsigned
    }

    /// A channel outside 0 to 1 means that there is no accent.
    private static func colour(_ key: String, in table: Variant) -> Shade? {
        guard let value = table[key], value.isOf(type: "(ddd)") else { return nil }
        let channels = value.children.map(\.double)
        guard channels.allSatisfy({ (0...1).contains($0) }) else { return nil }
        return Shade(channels[0], channels[1], channels[2])
    }

    // MARK: - GNOME's own

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
}
