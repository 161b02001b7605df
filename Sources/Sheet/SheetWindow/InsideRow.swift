// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

/// The line about private facts in the content, below name and size. Its text becomes known after the first
/// frame; until then the row is empty, so that nothing moves later.
final class InsideRow {
    let widget: Widget
    private let sign: Widget
    private let label: Widget
    /// An invisible placeholder as high as the label.
    private let placeholder: Widget
    private let isCompact: Bool
    private var line: InsideLine?
    /// Margins that align the line with the name: the head's margin, the picture and the gap beside it.
    private static let (start, end): (Int32, Int32) = (70, 14)
    private static let (signSize, gap): (Int32, Int32) = (14, 6)

    init?(isCompact: Bool) {
        guard let widget = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: Self.gap, class: "inside"),
            let sign = Widget.symbolicIcon("object-select-symbolic", size: Self.signSize),
            let label = Widget.paragraph(class: "detail"),
            let placeholder = Widget.paragraph(" ", class: "detail")
        else { return nil }
        (self.widget, self.sign, self.label) = (widget, sign, label)
        (self.placeholder, self.isCompact) = (placeholder, isCompact)
        Self.indent(widget)
        label.makeStatus()
        placeholder.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        for part in [sign, label] { part.isVisible = false }
        gtk_widget_set_valign(sign, GTK_ALIGN_START)
        for part in [sign, label, placeholder] { widget.append(part) }
    }

    static func indent(_ widget: Widget) {
        gtk_widget_set_margin_start(widget, start)
        gtk_widget_set_margin_end(widget, end)
    }

    var text: String { label.text }

    func show(_ line: InsideLine?, hasPlace: Bool) {
        self.line = line
        widget.isVisible = hasPlace || line != nil
        sign.isVisible = line?.hasGone == true
        fit()
    }

    /// Shows as many kinds as fit in one line; if even the shortest text is too long, it wraps.
    func fit() {
        let texts = line?.texts ?? []
        let text = texts.first { label.width(of: $0) <= room } ?? texts.last ?? ""
        (label.isVisible, placeholder.isVisible) = (!text.isEmpty, text.isEmpty)
        label.announce(text)
    }

    private var room: Int32 {
        Int32(GridMeasures(widget, isCompact: isCompact).width) - Self.start - Self.end
            - (sign.isVisible ? Self.signSize + Self.gap : 0)
    }
}

extension Widget {
    /// Width of a text in one line of this label's font, in points.
    fileprivate func width(of text: String) -> Int32 {
        guard let layout = gtk_widget_create_pango_layout(self, text) else { return 0 }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var width: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        return width
    }
}
