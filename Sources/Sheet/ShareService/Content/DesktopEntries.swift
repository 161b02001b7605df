// SPDX-License-Identifier: Apache-2.0

import CGIO
import Host

/// The names of applications, from their desktop entries (Desktop Entry Specification).
struct DesktopEntries {
    /// Beneath each lies `applications`; the first that has an entry counts.
    let folders: [String]

    /// The person's.
    static var ofHost: DesktopEntries {
        let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
        let system = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return DesktopEntries(folders: [home] + system.split(separator: ":").map(String.init))
    }

    /// The entries that Flatpak shows the host. One elsewhere may bear the same name and be another app's.
    static var ofFlatpak: DesktopEntries {
        let installations = [ofHost.folders[0] + "/flatpak", "/var/lib/flatpak"]
        return DesktopEntries(folders: installations.map { $0 + "/exports/share" })
    }

    /// An entry's name; nil where there is no such entry. Waits for the disk.
    ///
    /// - Parameter locale: nil for the session's.
    func name(of application: String, locale: String?) -> String? {
        guard !application.isEmpty, !application.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return folders.lazy.compactMap { Self.name("\($0)/applications/\(application).desktop", locale) }
            .first
    }

    private static func name(_ path: String, _ locale: String?) -> String? {
        guard let keys = g_key_file_new() else { return nil }
        defer { g_key_file_unref(keys) }
        let locale = locale?.replacing("-", with: "_")
        guard g_key_file_load_from_file(keys, path, G_KEY_FILE_KEEP_TRANSLATIONS, nil) != 0,
            let name = g_key_file_get_locale_string(keys, "Desktop Entry", "Name", locale, nil)
        else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }
}
