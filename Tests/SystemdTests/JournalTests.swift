// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Systemd

/// The levels; what is written is tested on the daemon's own log.
struct JournalTests {
    @Test func levelsHaveSyslogsNamesAndNumbers() {
        #expect(Journal.Level.allCases.map(\.rawValue) == Array(0...7))
        for (name, number) in [("emerg", 0), ("err", 3), ("warning", 4), ("info", 6), ("debug", 7)]
            as [(String, CInt)]
        {
            #expect(Journal.Level(name: name)?.rawValue == number)
            #expect(Journal.Level(rawValue: number)?.name == name)
        }
        #expect(Journal.Level(name: "loud") == nil && Journal.Level(name: "") == nil)
    }
}
