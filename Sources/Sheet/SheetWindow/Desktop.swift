// SPDX-License-Identifier: Apache-2.0

import CGtk4
import Glibc
import SessionBus

/// The started GTK and the person's desktop settings, shared by all sheets of the process.
package final class Desktop {
    private let provider: UnsafeMutablePointer<GtkCssProvider>
    let display: OpaquePointer
    private var portal: PortalSettings?
    private var connections: [SignalConnection] = []
    private var observers: [ObjectIdentifier: () -> Void] = [:]
    private var preferred = PortalSettings.Values()
    private(set) var appearance = DesktopAppearance()
    private let family = DesktopFamily.current
    /// Whether the person's GTK configuration prefers dark, read before this program sets the same property.
    private var prefersDark = false

    /// Starts GTK; nil if there is no display.
    ///
    /// - Parameters:
    ///   - program: program name, which assistive technology announces.
    ///   - hasBus: whether a session bus exists and answers.
    package init?(program: String, hasBus: Bool) {
        g_set_prgname(program)
        guard Self.start(hasBus), let display = gdk_display_get_default(),
            let provider = gtk_css_provider_new()
        else { return nil }
        (self.display, self.provider) = (display, provider)
        gtk_window_set_default_icon_name(program)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        guard let settings = gtk_settings_get_default() else { return }
        gtk4_align_text(settings)
        // Each sheet has its language's direction, not the process's.
        gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
        prefersDark = gtk4_get_flag(UnsafeMutableRawPointer(settings), Self.darkTheme) != 0
        preferred = PortalSettings.stored()
        restyle(force: true)
        for name in ["gtk-theme-name", "gtk-xft-dpi", "gtk-font-name"] {
            let connection = SignalConnection(settings, "notify::" + name) { [weak self] in
                self?.restyle(force: true)
            }
            connections.append(connection)
        }
        connections.append(SignalConnection(display, "notify::composited") { [weak self] in self?.restyle() })
        portal = PortalSettings { [weak self] values in
            self?.preferred = values
            self?.restyle()
        }
    }

    deinit {
        gtk_style_context_remove_provider_for_display(display, OpaquePointer(provider))
        g_object_unref(UnsafeMutableRawPointer(provider))
    }

    var isWayland: Bool { gtk4_is_wayland(display) != 0 }

    /// Calls `body` whenever colours or fonts have changed, until the observation is released.
    func observe(_ body: @escaping () -> Void) -> Observation {
        let observation = Observation(self)
        observers[ObjectIdentifier(observation)] = body
        return observation
    }

    final class Observation {
        private weak var desktop: Desktop?

        fileprivate init(_ desktop: Desktop) {
            self.desktop = desktop
        }

        deinit { desktop?.observers[ObjectIdentifier(self)] = nil }
    }

    /// Environment variables that this process sets for GTK.
    ///
    /// A small sheet is drawn in less time than OpenGL takes to start, so GTK draws it with cairo. The
    /// sheet's style is complete: reading the theme's would take a third of the time before the first frame.
    /// GTK reads both variables repeatedly, so they stay set.
    private static let variables = ["GSK_RENDERER": "cairo", "GTK_THEME": "Empty"]

    private static func start(_ hasBus: Bool) -> Bool {
        // GTK connects to the session bus while it starts: without an address GIO would start a bus under
        // X11, and it would wait for a silent one.
        if !hasBus { setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1) }
        for (name, value) in variables { setenv(name, value, 1) }
        if hasBus { findAccessibilityBus() }
        // GTK reads it once, and each version complains about the other's variable.
        let isOld = gtk_get_minor_version() < 16
        let (name, value) = isOld ? ("GDK_DEBUG", "gl-disable") : ("GDK_DISABLE", "gl,vulkan")
        let isOurs = getenv(name) == nil
        if isOurs { setenv(name, value, 1) }
        defer { if isOurs { unsetenv(name) } }
        return gtk_init_check() != 0
    }

    /// Looks up the accessibility bus for GTK, which would wait 25 seconds for a hung service. Without a
    /// reply in three seconds, GTK runs without assistive technology.
    private static func findAccessibilityBus() {
        guard getenv("GTK_A11Y") == nil, getenv("AT_SPI_BUS_ADDRESS") == nil,
            let bus = BusConnection.ofSession(within: .seconds(1))
        else { return }
        var answer: Result<Variant, BusError>?
        bus.ask("GetAddress", of: .accessibility, nil, type: "(s)", timeout: 3_000) { answer = $0 }
        Loop.run { answer != nil }
        if let address = try? answer?.get()[0]?.string {
            setenv("AT_SPI_BUS_ADDRESS", address, 1)
        } else {
            setenv("GTK_A11Y", "none", 1)
        }
    }

    private func restyle(force: Bool = false) {
        guard let settings = gtk_settings_get_default() else { return }
        var appearance = DesktopAppearance(preferred, theme: theme(settings))
        appearance.isComposited = gdk_display_is_composited(display) != 0
        appearance.family = family
        guard force || appearance != self.appearance else { return }
        self.appearance = appearance
        gtk_css_provider_load_from_data(provider, SheetStyle.css(appearance), -1)
        for observer in observers.values { observer() }
    }

    private static let darkTheme = "gtk-application-prefer-dark-theme"

    private func theme(_ settings: OpaquePointer) -> String {
        guard let name = gtk4_get_text(UnsafeMutableRawPointer(settings), "gtk-theme-name") else { return "" }
        defer { g_free(name) }
        return String(cString: name) + (prefersDark ? "-dark" : "")
    }
}

extension BusAddress {
    fileprivate static let accessibility = BusAddress(
        name: "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus")
}

extension DesktopAppearance {
    fileprivate init(_ preferred: PortalSettings.Values, theme: String) {
        let theme = theme.lowercased()
        isDark = preferred.isDark ?? (theme.contains("dark") || theme.hasSuffix("inverse"))
        isContrasting =
            preferred.isContrasting == true || theme.contains("highcontrast") || theme.contains("-hc")
        accent = preferred.accent
    }
}
