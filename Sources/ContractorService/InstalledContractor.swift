// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import Host

/// Contractor itself, where it is installed. Of two files that claim a name the bus takes one, and no rule says which, so
/// the program that was started for it yields.
package enum InstalledContractor {
    /// Its command line, from the file by which the bus would start it; nil where there is none.
    package static var command: [String]? {
        folders.lazy.compactMap { command(in: $0) }.first
    }

    private static var folders: [String] {
        let data = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return data.split(separator: ":").map { $0 + "/dbus-1/services" }
    }

    private static func command(in folder: String) -> [String]? {
        guard let directory = g_dir_open(folder, 0, nil) else { return nil }
        defer { g_dir_close(directory) }
        while let name = g_dir_read_name(directory) {
            let path = folder + "/" + String(cString: name)
            if path.hasSuffix(".service"), let command = command(of: path) { return command }
        }
        return nil
    }

    private static func command(of path: String) -> [String]? {
        guard let keys = g_key_file_new() else { return nil }
        defer { g_key_file_unref(keys) }
        guard g_key_file_load_from_file(keys, path, G_KEY_FILE_NONE, nil) != 0,
            value("Name", keys) == ContractorInterface.names[0], let line = value("Exec", keys)
        else { return nil }
        let command = line.split(separator: " ").map(String.init)
        guard let program = command.first, program.hasPrefix("/"), !program.hasSuffix("/activity-contractor"),
            access(program, X_OK) == 0
        else { return nil }
        return command
    }

    private static func value(_ key: String, _ keys: OpaquePointer) -> String? {
        guard let text = g_key_file_get_string(keys, "D-BUS Service", key, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
