// SPDX-License-Identifier: Apache-2.0

import CGIO
import ShareCalling
import ShareService
import TestSupport
import Testing

/// Files by which the bus and systemd start the service.
struct InstalledFilesTests {
    private func value(_ path: String, _ group: String, _ key: String) -> String? {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        g_key_file_load_from_file(file, Checkout.path + "/" + path, G_KEY_FILE_NONE, nil)
        guard let value = g_key_file_get_string(file, group, key, nil) else { return nil }
        defer { g_free(value) }
        return String(cString: value)
    }

    @Test(arguments: [ShareInterface.name, ShareInterface.portalName])
    func theBusFindsTheServiceByEitherName(_ name: String) {
        let path = "share/dbus-1/services/\(name).service"
        #expect(value(path, "D-BUS Service", "Name") == name)
        let unit = value(path, "D-BUS Service", "SystemdService") ?? ""
        #expect(value("systemd/user/\(unit)", "Service", "BusName") == ShareInterface.name)
        let command = value(path, "D-BUS Service", "Exec")
        #expect(command != nil && value("systemd/user/\(unit)", "Service", "ExecStart") == command)
    }

    /// Paths would mean other files to the service than to its callers.
    @Test func theUnitHasNoMountsOfItsOwn() {
        for key in [
            "PrivateTmp", "PrivateUsers", "PrivateDevices", "ProtectSystem", "ProtectHome", "ReadOnlyPaths",
            "InaccessiblePaths", "BindPaths", "RootDirectory", "TemporaryFileSystem",
        ] {
            #expect(value("systemd/user/activity-sheet.service", "Service", key) == nil)
        }
    }
}
