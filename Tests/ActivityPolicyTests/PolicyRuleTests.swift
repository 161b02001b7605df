// SPDX-License-Identifier: Apache-2.0

import ActivityPolicy
import Host
import StrictJSON
import TestSupport
import Testing

/// The pages that say the rule, and the schema that the table of keys makes.
struct PolicyRuleTests {
    /// The words of a page, without markup.
    private static func words(_ text: String) -> String {
        text.split(separator: "\n").filter { !$0.hasPrefix(".") }.joined(separator: " ")
            .split(separator: " ").filter { $0 != "-" }.joined(separator: " ")
    }

    @Test(arguments: ["man/activityd.json.5", "docs/administration.md", "docs/decisions/policy.md"])
    func `Each page says it in the same words`(page: String) {
        #expect(Self.words(Files.text(Checkout.path + "/" + page)).contains(Policy.rule))
    }

    @Test func `The manual has each key of the table, and the others of its list are limits`() {
        let manual = Files.text(Checkout.path + "/man/activityd.json.5")
        let described = manual.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }.map {
            String($0.dropFirst(7))
        }
        #expect(Set(described) == Set(SettingKey.table.map(\.name) + SettingKey.limitRanges.map(\.key)))
    }

    /// Written with UPDATE=1.
    @Test func `The schema is the table's`() {
        let path = Checkout.path + "/share/activityd.schema.json"
        let text = SettingKey.schema.prettyPrinted + "\n"
        if Environment.value("UPDATE") != nil { Files.write(path, text) }
        #expect(Files.text(path) == text)
    }
}
