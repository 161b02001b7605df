// SPDX-License-Identifier: Apache-2.0

import ActivityPolicy
import Host
import StrictJSON
import TestSupport
import Testing

/// The table of keys, against its manual and its schema.
struct SettingKeyTests {
    @Test func `The manual has each key of the table, and the others of its list are limits`() {
        let manual = Files.text(Checkout.path + "/man/activityd.json.5")
        let described = manual.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }.map {
            String($0.dropFirst(7))
        }
        #expect(Set(described) == Set(SettingKey.table.map(\.name) + SettingKey.limits.map(\.key)))
    }

    /// UPDATE=1 rewrites the schema.
    @Test func `The schema is the table's`() {
        let path = Checkout.path + "/share/activityd.schema.json"
        let text = SettingKey.schema.prettyPrinted + "\n"
        if Environment.value("UPDATE") != nil { Files.write(path, text) }
        #expect(Files.text(path) == text)
    }
}
