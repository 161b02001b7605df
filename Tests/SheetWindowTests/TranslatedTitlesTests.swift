// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import Foundation
import Testing

/// Real translations of a file manager's actions, in 72 languages, measured by Pango and fitted into a
/// sheet's box. (Debian's nemo-data; the fonts are fonts-inter, fonts-noto-core and fonts-wqy-microhei.)
@Suite(.serialized)
struct TranslatedTitlesTests {
    struct Translation: Sendable, CustomTestStringConvertible {
        let locale: LocaleTag
        let titles: [String]

        var testDescription: String { locale.description }
    }

    private static let folder = "/usr/share/nemo/actions"
    private static let box = 88.0
    /// Font size, in points.
    private static let size = 12.0

    static let translations: [Translation] = {
        var titles: [String: [String]] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasSuffix(".nemo_action") {
            let text = (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
            for line in text.split(separator: "\n") where line.hasPrefix("Name[") {
                let parts = line.dropFirst(5).split(separator: "]=", maxSplits: 1)
                // An underscore marks the mnemonic; menus do not show it.
                guard parts.count == 2 else { continue }
                titles[String(parts[0]), default: []].append(
                    parts[1].replacingOccurrences(of: "_", with: ""))
            }
        }
        return titles.sorted { $0.key < $1.key }.compactMap { name, titles in
            LocaleTag(name).map { Translation(locale: $0, titles: titles) }
        }
    }()

    private func text(_ locale: LocaleTag) -> PangoMeasure {
        PangoMeasure(locale)
    }

    private func fit(_ title: String, _ text: PangoMeasure) -> TitleFit {
        TitleFit.fit(title, width: Self.box) { text.width($0, Self.size) }
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
            let shown = Self.size * fit.scale
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
            #expect(text.width(title, Self.size) > Self.box, "\(title)")
        }
        for title in translation.titles where fit(title, text).truncated {
            #expect(text.width(title, Self.size * 0.75) > Self.box, "\(title)")
        }
    }
}

/// Measures text with Pango: glyphs are neither hinted nor moved onto whole pixels, so a width at scale 1
/// also holds at 0.75.
private final class PangoMeasure {
    private let context: OpaquePointer
    private let layout: OpaquePointer

    init(_ locale: LocaleTag) {
        context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        layout = pango_layout_new(context)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_base_dir(context, locale.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        pango_context_set_language(context, pango_language_from_string(locale.description))
        pango_layout_context_changed(layout)
        pango_layout_set_single_paragraph_mode(layout, 1)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
        g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// The advance width of one line, in points.
    func width(_ text: some StringProtocol, _ size: Double) -> Double {
        set(text, size)
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        return Double(logical.width) / Double(PANGO_SCALE)
    }

    /// Number of letters that no installed font has: their width would be that of replacement boxes.
    func unknownGlyphs(_ text: String) -> Int {
        set(text, 12)
        return Int(pango_layout_get_unknown_glyphs_count(layout))
    }

    private func set(_ text: some StringProtocol, _ size: Double) {
        let font = pango_font_description_from_string("Inter, Noto Sans, sans-serif")
        defer { pango_font_description_free(font) }
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_text(layout, String(text), -1)
    }
}
