// SPDX-License-Identifier: Apache-2.0

import CGtk4
import Glibc

/// A star in the text colour, outlined or filled. Drawn here, because themes have a pale one or none.
enum Star {
    private static let filled = "filled"
    /// Outline width and inner corner radius, relative to the outer radius.
    private static let (line, inner) = (0.17, 0.45)

    static func make(size: Int32) -> Widget? {
        let star: Widget? = gtk_drawing_area_new()
        guard let star else { return nil }
        gtk_drawing_area_set_content_width(star.cast(), size)
        gtk_drawing_area_set_content_height(star.cast(), size)
        gtk_widget_set_halign(star, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(star, GTK_ALIGN_CENTER)
        star.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_drawing_area_set_draw_func(
            star.cast(),
            { area, cairo, width, height, _ in
                guard let area, let cairo else { return }
                let star = UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self)
                Star.draw(star, cairo, Double(min(width, height)) / 2)
            }, nil, nil)
        return star
    }

    static func fill(_ star: Widget, _ isFilled: Bool) {
        star.set(class: filled, isFilled)
        gtk_widget_queue_draw(star)
    }

    private static func draw(_ star: Widget, _ cairo: OpaquePointer, _ half: Double) {
        let radius = half * (1 - line)
        // A star extends less below its centre than above.
        let middle = half + radius * (1 - cos(.pi / 5)) / 2
        for corner in 0..<10 {
            let angle = Double(corner) * .pi / 5
            let reach = radius * (corner.isMultiple(of: 2) ? 1 : inner)
            cairo_line_to(cairo, half + reach * sin(angle), middle - reach * cos(angle))
        }
        cairo_close_path(cairo)
        var color = gtk4_get_color(star)
        gdk_cairo_set_source_rgba(cairo, &color)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_width(cairo, radius * line)
        if gtk_widget_has_css_class(star, filled) != 0 { cairo_fill_preserve(cairo) }
        cairo_stroke(cairo)
    }
}
