// SPDX-License-Identifier: Apache-2.0

import CPango

/// Text as Pango measures and draws it.
///
/// Widths grow in proportion to the size: glyphs are neither hinted nor moved onto whole pixels, so that what
/// was measured at scale 1 holds at 0.75 and on any density.
package final class PangoText: TextMeasure {
    /// Fonts made for labels first, then what the person's machine has.
    private static let families = "Inter, Adwaita Sans, Cantarell, Noto Sans, sans-serif"
    private static let codeFamilies = "Noto Sans Mono, DejaVu Sans Mono, monospace"
    /// Longest text to lay out; no title has more.
    private static let longest = 1_024

    private let context: OpaquePointer
    private let layout: OpaquePointer
    /// Of all that was drawn.
    private(set) var missing = MissingLetters()

    /// - Parameters:
    ///   - density: pixels a point.
    ///   - language: BCP 47; empty for none in particular.
    ///   - isMirrored: whether a text without letters runs from right to left.
    package init(density: Int, language: String = "", isMirrored: Bool = false) {
        context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        layout = pango_layout_new(context)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_base_dir(context, isMirrored ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        if !language.isEmpty { pango_context_set_language(context, pango_language_from_string(language)) }
        pango_layout_context_changed(layout)
        pango_layout_set_single_paragraph_mode(layout, 1)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
        g_object_unref(UnsafeMutableRawPointer(context))
    }

    package func width(_ text: some StringProtocol, _ style: TextStyle) -> Double {
        set(text, style)
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        return Double(logical.width) / Double(PANGO_SCALE)
    }

    /// How many letters no font here has: boxes would stand in their place, and be measured.
    package func unknownGlyphs(_ text: String) -> Int {
        set(text, TextStyle(12))
        return Int(pango_layout_get_unknown_glyphs_count(layout))
    }

    /// Draws one line with its middle on the frame's, in the colour that is set.
    func draw(_ text: String, _ style: TextStyle, in frame: Rectangle, on cairo: OpaquePointer) {
        set(text, style)
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        let height = Double(logical.height) / Double(PANGO_SCALE)
        cairo_move_to(cairo, frame.x, frame.middleY - height / 2)
        pango_cairo_update_layout(cairo, layout)
        pango_cairo_show_layout(cairo, layout)
        if pango_layout_get_unknown_glyphs_count(layout) > 0 { noteMissing(text, style) }
    }

    private func noteMissing(_ text: String, _ style: TextStyle) {
        for scalar in Set(text.unicodeScalars).sorted() where MissingLetters.isDrawn(scalar) {
            set(String(scalar), style)
            if pango_layout_get_unknown_glyphs_count(layout) > 0 { missing.add(scalar) }
        }
    }

    private func set(_ text: some StringProtocol, _ style: TextStyle) {
        let font = pango_font_description_from_string(style.isMonospaced ? Self.codeFamilies : Self.families)
        defer { pango_font_description_free(font) }
        pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
        pango_font_description_set_weight(font, style.weight.pango)
        pango_layout_set_font_description(layout, font)
        let scalars = text.unicodeScalars.prefix(Self.longest).map { $0 == "\0" ? " " : $0 }
        var shown = String(String.UnicodeScalarView(scalars))
        shown.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
            }
        }
    }
}

extension TextStyle.Weight {
    fileprivate var pango: PangoWeight {
        switch self {
        case .regular: PANGO_WEIGHT_NORMAL
        case .medium: PANGO_WEIGHT_MEDIUM
        case .semibold: PANGO_WEIGHT_SEMIBOLD
        }
    }
}
