// SPDX-License-Identifier: Apache-2.0
//
// Titles are judged, folded for comparison, and fitted into boxes. The lines of the input are a title, a
// product, a vendor, an identifier and a locale; all but the title may be missing.

import ActivityModel
import Harness
import ModelChecks
@_spi(_Unicode) import Swift

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let lines = input(start, count).split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let title = lines[0]
    checkRules(
        title, locale: lines.count > 4 ? LocaleTag(lines[4]) : nil,
        identifier: lines.count > 3 ? lines[3] : "org.example.resize",
        vendor: lines.count > 2 ? lines[2] : nil, product: lines.count > 1 ? lines[1] : nil)
    if title.utf8.count <= TitleRules.maximumTitleBytes {
        checkFolding(title)
        checkLikeness(title)
    }
    return 0
}

private func checkFolding(_ title: String) {
    let stored = TitleFolding.nfc(title)
    // Swift 6.3 compares strings without sorting the decompositions of these three Tibetan vowel signs, so a
    // title that contains one may differ from its normal form.
    let isComparable = !title.unicodeScalars.contains { ["\u{F73}", "\u{F75}", "\u{F81}"].contains($0) }
    expect(stored == title || !isComparable, "the stored title is another one")
    expect(same(TitleFolding.nfc(stored), stored), "the stored form is not final")
    let key = TitleFolding.fold(title)
    expect(
        same(TitleFolding.fold(stored), key), "\(title.debugDescription) folds otherwise when it is stored")
    expect(same(TitleFolding.fold(" " + title + " "), key), "blanks around a title count")
    // Folding removes the Greek iota below a letter as an accent, but its capital is a letter and remains.
    if title._nfd.contains("\u{345}") { return }
    for other in [title.uppercased(), title.lowercased()] {
        expect(same(TitleFolding.fold(other), key), "the case of \(title.debugDescription) counts")
    }
}

/// Checks that a reserved title is recognised, provided that it contains a word.
private func checkLikeness(_ title: String) {
    let reserved = ReservedTitles([("io.activityd.x", title, nil)])
    let hasWords = !TitleFolding.words(title).isEmpty
    expect((reserved.reserver(of: title) != nil) == hasWords, "\(title.debugDescription) is not like itself")
    _ = reserved.recreated(by: "Print and " + title, locale: nil)
}

/// Whether two texts have the same scalars; `==` would compare their normal forms.
private func same(_ one: String, _ other: String) -> Bool {
    one.unicodeScalars.elementsEqual(other.unicodeScalars)
}
