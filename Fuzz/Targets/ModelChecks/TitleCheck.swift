// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Harness

/// Judges a title, and checks that an accepted one fits every box.
package func checkRules(
    _ title: String, locale: LocaleTag?, identifier: String, vendor: String?, product: String?
) {
    let isSoft = locale != nil
    let found = TitleRules.judge(
        title: title, pointer: "/title", soft: isSoft, isCustom: true, vendor: vendor, product: product,
        identifier: identifier, reserved: .samples, locale: locale)
    expect(found == found.errorsFirst, "a warning comes before an error")
    expect(!isSoft || !found.hasErrors, "a localisation rejects its bundle")
    expect(found.allSatisfy { !$0.message.isEmpty }, "a complaint says nothing")
    guard TitleRules.accepts(found) else { return }
    let stored = TitleFolding.nfc(title)
    expect(CellWidth.of(stored) <= TitleRules.maximumTitleCells, "a title of \(CellWidth.of(stored)) cells")
    expect(!TitleFolding.fold(stored).isEmpty, "a title without anything in it")
    checkFit(stored)
}

extension ReservedTitles {
    package static let samples = ReservedTitles([
        ("io.activityd.print", "Print", nil), ("io.activityd.print", "Drucken", "de"),
        ("io.activityd.mail", "Send by Email", nil), ("io.activityd.copy", "Copy", nil),
        ("io.activityd.copy", "拷贝", "zh-CN"), ("io.activityd.copy", "Копировать", "ru"),
        ("io.activityd.save", "Gửi", "vi"),
    ])
}

/// Checks a title's fit in boxes of four widths: there are at most two lines, no line is too wide, text is
/// missing only at the end, where "…" replaces it, and no grapheme is cut.
package func checkFit(_ title: String) {
    for width in [1, 5, 14, 30] {
        let fit = TitleFit.fit(title, width: Double(width)) { Double(CellWidth.of($0)) }
        check(fit, of: title, width: Double(width))
    }
}

private func check(_ fit: TitleFit, of title: String, width: Double) {
    let shown = fit.text.split(separator: "\n", omittingEmptySubsequences: false)
    expect(shown.count <= 2, "\(shown.count) lines in a box of two")
    expect((TitleFit.smallestScale...1).contains(fit.scale), "shrunk to \(fit.scale)")
    for line in shown {
        let cells = Double(CellWidth.of(line)) * fit.scale
        expect(cells <= width + 1e-9, "\(line.debugDescription) has \(cells) cells in a box of \(width)")
    }
    let (whole, seen) = (visible(title), visible(fit.text))
    guard fit.truncated else { return expect(seen == whole, "\(fit) is not all of the title") }
    expect(fit.scale == TitleFit.smallestScale, "cut, though not shrunk as far as may be")
    expect(seen.isEmpty || seen.last == "…", "\(fit) does not say that it is cut")
    expect(whole.starts(with: seen.dropLast()), "\(fit) does not begin as the title does")
}

private func visible(_ text: String) -> [Character] {
    text.filter { !$0.isWhitespace && $0 != "\u{200B}" }
}
