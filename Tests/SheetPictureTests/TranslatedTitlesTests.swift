// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Foundation
import SheetPicture
import Testing

extension PictureTests {
    /// What translators really wrote for a file manager's actions, in 72 languages, fitted by Pango's own measure
    /// into the box of a sheet. (Debian's nemo-data; the fonts are fonts-inter, fonts-noto-core and
    /// fonts-wqy-microhei.)
    struct TranslatedTitlesTests {
        struct Translation: Sendable, CustomTestStringConvertible {
            let locale: LocaleTag
            let titles: [String]

            var testDescription: String { locale.description }
        }

        private static let folder = "/usr/share/nemo/actions"
        private static let box = 88.0
        private static let style = TextStyle(12)

        static let translations: [Translation] = {
            var titles: [String: [String]] = [:]
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasSuffix(".nemo_action") {
                let text = (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
                for line in text.split(separator: "\n") where line.hasPrefix("Name[") {
                    let parts = line.dropFirst(5).split(separator: "]=", maxSplits: 1)
                    // Mnemonics are marks of menus, not letters.
                    guard parts.count == 2 else { continue }
                    titles[String(parts[0]), default: []].append(
                        parts[1].replacingOccurrences(of: "_", with: ""))
                }
            }
            return titles.sorted { $0.key < $1.key }.compactMap { name, titles in
                LocaleTag(name).map { Translation(locale: $0, titles: titles) }
            }
        }()

        private func text(_ locale: LocaleTag) -> PangoText {
            PangoText(density: 2, language: locale.description, isMirrored: locale.isRightToLeft)
        }

        private func fit(_ title: String, _ text: PangoText) -> TitleFit {
            TitleFit.fit(title, width: Self.box) { text.width($0, Self.style) }
        }

        @Test func `There are more than 45 languages to try, in a dozen scripts`() {
            #expect(Self.translations.count >= 45, "install nemo-data")
            let firsts = Self.translations.flatMap(\.titles).flatMap(\.unicodeScalars).filter(
                \.properties.isAlphabetic)
            let blocks = Set(firsts.map { $0.value >> 7 })
            #expect(blocks.count >= 12)
        }

        @Test(arguments: translations)
        func `Every letter has a font, so that what is measured is what is seen`(_ translation: Translation) {
            let text = text(translation.locale)
            for title in translation.titles { #expect(text.unknownGlyphs(title) == 0, "\(title)") }
        }

        @Test(arguments: translations)
        func `No line is too wide by Pango's own measure at the size at which it is shown`(
            _ translation: Translation
        ) {
            let text = text(translation.locale)
            for title in translation.titles {
                let fit = fit(title, text)
                let shown = TextStyle(Self.style.size * fit.scale)
                let lines = fit.text.split(separator: "\n")
                #expect((1...2).contains(lines.count) && (0.75...1).contains(fit.scale))
                for line in lines { #expect(text.width(line, shown) <= Self.box + 0.1, "\(title): \(line)") }
            }
        }

        @Test(arguments: translations)
        func `No grapheme is cut, none is lost that is not said to be`(_ translation: Translation) {
            let text = text(translation.locale)
            for title in translation.titles {
                let fit = fit(title, text)
                var shown = fit.text.filter { !$0.isWhitespace }
                if fit.truncated { #expect(shown.popLast() == "…") }
                let whole = title.filter { !$0.isWhitespace }
                #expect(Array(whole.prefix(shown.count)) == Array(shown), "\(title)")
                #expect(fit.truncated ? shown.count < whole.count : shown.count == whole.count, "\(title)")
            }
        }

        @Test(arguments: translations)
        func `A title is cut only where it cannot be shrunk, and shrunk only where it cannot be whole`(
            _ translation: Translation
        ) {
            let text = text(translation.locale)
            for title in translation.titles where fit(title, text).scale < 1 {
                #expect(text.width(title, Self.style) > Self.box, "\(title)")
            }
            for title in translation.titles where fit(title, text).truncated {
                #expect(text.width(title, TextStyle(Self.style.size * 0.75)) > Self.box, "\(title)")
            }
        }
    }
}
