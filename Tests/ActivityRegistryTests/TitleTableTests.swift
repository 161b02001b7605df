// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import Testing

@Suite("Titles by identifier")
struct TitleTableTests {
    @Test func `A title is found by its identifier, in whatever order they came`() {
        let all = ["org.b": "B", "org.a": "A", "org.a.b": "AB", "org.c": "C"]
        let table = TitleTable(all)
        for (identifier, title) in all { #expect(table[identifier] == title) }
        #expect(table["org"] == nil && table["org.a.a"] == nil && table["org.d"] == nil)
    }

    @Test func `Tables of the same titles are equal`() {
        #expect(TitleTable(["org.a": "A", "org.b": "B"]) == ["org.b": "B", "org.a": "A"])
        #expect(TitleTable(["org.a": "A"]) != ["org.a": "B"])
    }
}
