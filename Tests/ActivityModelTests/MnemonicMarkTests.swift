// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

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
}
