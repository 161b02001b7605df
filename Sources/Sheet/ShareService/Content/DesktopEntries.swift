// SPDX-License-Identifier: Apache-2.0

import CGIO
import Host

/// Application names from desktop entries (Desktop Entry Specification).
struct DesktopEntries {
    /// Data folders, each with a subfolder `applications`; the first folder with an entry wins.
    let folders: [String]

    /// The entries of the person's data folders, then of the system's.
    static var ofHost: DesktopEntries {
        let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
        let system = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return DesktopEntries(folders: [home] + system.split(separator: ":").map(String.init))
    }

    /// The entries that Flatpak exports to the host. Elsewhere another app's entry may have the same name.
    static var ofFlatpak: DesktopEntries {
        let installations = [ofHost.folders[0] + "/flatpak", "/var/lib/flatpak"]
        return DesktopEntries(folders: installations.map { $0 + "/exports/share" })
    }

    /// Display name of an application; nil if it has no entry with a name. Waits for the disk.
    ///
    /// - Parameter locale: nil for the session's.
    func name(of application: String, locale: String?) -> String? {
        guard !application.isEmpty, !application.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return folders.lazy.compactMap { Self.name("\($0)/applications/\(application).desktop", locale) }
            .first
    }

    /// Whether the desktop starts an application by its name on the bus (DBusActivatable). Waits for the
    /// disk.
    func startsByBus(_ application: String) -> Bool {
        guard !application.utf8.contains(UInt8(ascii: "/")), let keys = g_key_file_new() else { return false }
        defer { g_key_file_unref(keys) }
        let isFound = folders.contains {
            g_key_file_load_from_file(keys, "\($0)/applications/\(application).desktop", G_KEY_FILE_NONE, nil)
                != 0
        }
        return isFound && g_key_file_get_boolean(keys, "Desktop Entry", "DBusActivatable", nil) != 0
    }

    /// Display name of the app that a program belongs to, found by the program's file name: `dolphin` is the
    /// program of `org.kde.dolphin`. Entries for terminals are skipped: Debian has one for Python, which runs
    /// programs of many apps. Waits for the disk.
    ///
    /// - Parameter locale: nil for the session's.
    func name(ofProgram file: String, locale: String?) -> String? {
        guard !file.isEmpty, !file.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let exact = folders.map { "\($0)/applications/\(file).desktop" }
        let qualified = folders.lazy.flatMap { Self.entries(in: $0 + "/applications", ".\(file).desktop") }
        func name(_ path: String) -> String? { Self.name(path, locale, inTerminals: false) }
        return exact.lazy.compactMap(name).first ?? qualified.compactMap(name).first
    }

    /// Sorted paths of entries with this suffix. Case is ignored: `nautilus` is the program of
    /// `org.gnome.Nautilus`.
    private static func entries(in folder: String, _ end: String) -> [String] {
        guard let directory = g_dir_open(folder, 0, nil) else { return [] }
        defer { g_dir_close(directory) }
        var names: [String] = []
        while let name = g_dir_read_name(directory) { names.append(String(cString: name)) }
        return names.filter { $0.lowercased().hasSuffix(end.lowercased()) }.sorted().map { "\(folder)/\($0)" }
    }

    private static func name(_ path: String, _ locale: String?, inTerminals: Bool = true) -> String? {
        guard let keys = g_key_file_new() else { return nil }
        defer { g_key_file_unref(keys) }
        let locale = locale?.replacing("-", with: "_")
        guard g_key_file_load_from_file(keys, path, G_KEY_FILE_KEEP_TRANSLATIONS, nil) != 0,
            inTerminals || g_key_file_get_boolean(keys, "Desktop Entry", "Terminal", nil) == 0,
            let name = g_key_file_get_locale_string(keys, "Desktop Entry", "Name", locale, nil)
        else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }
}
