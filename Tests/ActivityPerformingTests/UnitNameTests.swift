// SPDX-License-Identifier: Apache-2.0

import Host
import Testing

@testable import ActivityPerforming

/// Names of activities' units.
struct UnitNameTests {
    @Test func theActivityIsInTheName() {
        let name = UnitName.make("org.example.my-app", "0123")
        #expect(name == #"app-activityd-org.example.my\x2dapp@0123.service"#)
        #expect(SystemdUnitName.application(inUnit: name) == "org.example.my-app")
    }

    /// Each hyphen becomes four characters; the cut falls on each of them in turn.
    @Test(arguments: 0..<4)
    func aLongOneIsCutBetweenEscapes(_ letters: Int) throws {
        let identifier = String(repeating: "a", count: letters) + String(repeating: "-", count: 100)
        let name = UnitName.make(identifier, "0123")
        #expect(name.utf8.count <= 255 && name.utf8.count > 251)
        let application = try #require(SystemdUnitName.application(inUnit: name))
        #expect(identifier.hasPrefix(application))
    }
}
