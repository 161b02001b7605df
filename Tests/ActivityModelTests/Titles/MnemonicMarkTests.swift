// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ActivityModel

@Suite("Mnemonic marks in titles")
struct MnemonicMarkTests {
    private func judge(_ title: String) -> [Diagnostic] {
        TitleRules.judge(
            title: title, pointer: "/title", soft: false, isCustom: true, vendor: nil, product: nil,
            identifier: "org.example.resize", reserved: ReservedTitles([]))
    }

    @Test(
        "mnemonic marks, and what to write instead",
        arguments: [
            ("_Resize", "Resize"), ("Re_size", "Resize"), ("&Resize", "Resize"), ("R&esize", "Resize"),
            ("Save &As", "Save As"),
            ("E&xit", "Exit"), ("Dele&te", "Delete"), ("缩放(&R)", "缩放"), ("縮小(_S)", "縮小"),
            ("Save && Close", "Save & Close"),
            ("a__b", "a_b"), ("_Save _As", "Save As"), ("Save &amp; Close", "Save & Close"),
        ])
    func mnemonics(title: String, plain: String) {
        let faults = judge(title)
        #expect(faults.map(\.rule) == [.titleMnemonic])
        #expect(faults.first?.message.hasSuffix("Write \"\(plain)\".") == true)
    }
    @Test(
        "what comes before a mark counts without the marks that were found there",
        arguments: [
            ("&a&bc", "abc"), ("ab_c&def", "abc&def"), ("__&a", "_a"), ("x(_P)&y", "x&y"), ("_a_", "a_"),
            ("(_P", "(P"), ("(_)_P)", "(_)P)"), ("a&amp;&b", "a&b"), ("_(_P)", "_"),
        ])
    func contexts(title: String, plain: String) {
        #expect(MnemonicMark(in: title)?.plainTitle == plain)
    }

    @Test("a text of nothing but marks is gone through once")
    func manyMarks() {
        let count = 50_000
        let mark = MnemonicMark(in: String(repeating: "_a", count: count))
        let isPlain = mark?.plainTitle == String(repeating: "a", count: count)
        #expect(mark?.mark == "_" && isPlain)
        #expect(MnemonicMark(in: String(repeating: "&", count: count))?.plainTitle.utf8.count == count / 2)
    }
}
