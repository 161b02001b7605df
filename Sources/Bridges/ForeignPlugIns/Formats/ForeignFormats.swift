// SPDX-License-Identifier: Apache-2.0

/// The formats, keyed by generator name.
package enum ForeignFormats {
    static var all: [String: any ForeignFormat.Type] {
        [
            "kde-service-menus": ServiceMenus.self, "nemo-actions": NemoActions.self,
            "thunar-sendto": SendToEntries.self, "file-manager-actions": FileManagerActions.self,
            "contracts": Contracts.self, "known-programs": KnownPrograms.self,
        ]
    }

    package static var names: [String] { all.keys.sorted() }

    /// Identifies the format of a single file, in any folder.
    ///
    /// - Throws: `Omission` if the format is unknown.
    package static func name(of path: String) throws(Omission) -> String {
        let bytes = try ForeignFile.read(path)
        let keys = try KeyFile(bytes, dialect: .kconfig)
        if keys["Nemo Action"] != nil { return "nemo-actions" }
        if keys["Contractor Entry"] != nil { return "contracts" }
        guard let entry = keys["Desktop Entry"] else {
            throw Omission("It is of no format that is known here.")
        }
        switch entry.string("Type") {
        case "Action": return "file-manager-actions"
        case "Service": return "kde-service-menus"
        default: return "thunar-sendto"
        }
    }
}
