// SPDX-License-Identifier: Apache-2.0

import Host

/// Which icon theme the person has chosen.
enum IconThemeSetting {
    /// The themes to look through, the person's own first, and the files that say so.
    static func themes(_ surroundings: Surroundings) -> (names: [String], sources: [String]) {
        let isKDE = surroundings.desktops.contains("KDE")
        let gtk = surroundings.configFolders.flatMap {
            [$0 + "/gtk-4.0/settings.ini", $0 + "/gtk-3.0/settings.ini"]
        }
        let kde = surroundings.configFolders.map { $0 + "/kdeglobals" }
        let files = isKDE ? kde + gtk : gtk + kde
        let chosen = files.lazy.compactMap { kde.contains($0) ? kdeTheme($0) : gtkTheme($0) }.first
        var names: [String] = []
        for name in [chosen, "hicolor", "Adwaita", "breeze"].compactMap(\.self) where !names.contains(name) {
            names.append(name)
        }
        return (names, files)
    }

    private static func gtkTheme(_ path: String) -> String? {
        file(path, .glib)?["Settings"]?.string("gtk-icon-theme-name").flatMap(plain)
    }

    private static func kdeTheme(_ path: String) -> String? {
        file(path, .kconfig)?["Icons"]?.string("Theme").flatMap(plain)
    }

    private static func file(_ path: String, _ dialect: KeyFile.Dialect) -> KeyFile? {
        (try? ForeignFile.read(path)).flatMap { try? KeyFile($0, dialect: dialect) }
    }

    /// A theme is a folder's name, and never a path.
    static func plain(_ name: String) -> String? {
        name.isEmpty || name.hasPrefix(".") || name.contains("/") ? nil : name
    }
}
