// SPDX-License-Identifier: Apache-2.0

/// The formats by the names of their generators.
package enum ForeignFormats {
    static var all: [String: any ForeignFormat.Type] {
        [
            "kde-service-menus": ServiceMenus.self, "nemo-actions": NemoActions.self,
            "thunar-sendto": SendToEntries.self, "file-manager-actions": FileManagerActions.self,
            "contracts": Contracts.self, "purpose": PurposePlugIns.self,
        ]
    }

    package static var names: [String] { all.keys.sorted() }
}
