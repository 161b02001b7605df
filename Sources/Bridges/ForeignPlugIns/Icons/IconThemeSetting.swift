// SPDX-License-Identifier: Apache-2.0

import Host

enum IconThemeSetting {
    /// The themes to search, the person's choice first, and the settings files.
    static func themes(_ surroundings: Surroundings) -> (names: [String], sources: [String]) {
        let isKDE = surroundings.desktops.contains("KDE")
        let gtk = surroundings.configFolders.flatMap {
            [$0 + "/gtk-4.0/settings.ini", $0 + "/gtk-3.0/settings.ini"]
        }
        let kde = surroundings.configFolders.map { $0 + "/kdeglobals" }
        let files = isKDE ? kde + gtk : gtk + kde
        let chosen = files.lazy.compactMap {
            kde.contains($0)
                ? theme($0, .kconfig, "Icons", "Theme") : theme($0, .glib, "Settings", "gtk-icon-theme-name")
        }.first
        var names: [String] = []
        for name in [chosen, "hicolor", "Adwaita", "breeze"].compactMap(\.self) where !names.contains(name) {
            names.append(name)
        }
        return (names, files)
    }

    private static func theme(
        _ path: String, _ dialect: KeyFile.Dialect, _ group: String, _ key: String
    ) -> String? {
        let file = (try? ForeignFile.read(path)).flatMap { try? KeyFile($0, dialect: dialect) }
        return file?[group]?.string(key).flatMap(plain)
    }

    /// Accepts a plain folder name; nil for a path.
    static func plain(_ name: String) -> String? {
        name.isEmpty || name.hasPrefix(".") || name.contains("/") ? nil : name
    }
}
