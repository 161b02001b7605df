// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import SheetSession
import StrictJSON

/// One cell of the grid, pressable as a whole: a picture on a tile, with its title below.
class GridCell {
    let widget: Widget
    /// Unique key within the grid.
    let key: ExactText
    /// The title; a key with its first letter jumps to the cell.
    let name: String
    private let title: Widget

    init?(_ key: ExactText, _ name: String, small: String?, _ picture: Widget) {
        guard let widget: Widget = gtk_button_new(), let column = Widget.box(GTK_ORIENTATION_VERTICAL),
            let title: Widget = gtk_label_new(nil)
        else { return nil }
        (self.widget, self.key, self.name, self.title) = (widget, key, name, title)
        title.add(class: "title")
        gtk_label_set_justify(title.opaque, GTK_JUSTIFY_CENTER)
        // Titles start at the top, because the first row has room for two lines.
        gtk_label_set_yalign(title.opaque, 0)
        for part in [picture, title, small.flatMap(Self.subtitle)] { column.append(part) }
        column.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_button_set_child(widget.cast(), column)
        for name in ["plain", "activity"] { widget.add(class: name) }
    }

    var identifiers: [String] { [] }

    /// Whether the cell's activity or target is unavailable at present.
    var isDimmed: Bool { false }

    func show(_ state: SheetState) {}

    func fit(cellWidth: Double) {
        gtk_widget_set_size_request(widget, Int32(cellWidth), -1)
        let width = cellWidth - GridMeasures.titleInset
        title.show { measure in fitted(width, measure) }
    }

    /// The title, fitted to a width in points.
    func fitted(_ width: Double, _ measure: (Substring) -> Double) -> TitleFit {
        TitleFit.fit(name, width: width, measure: measure)
    }

    /// The small line below the title, for instance to distinguish cells with the same title.
    private static func subtitle(_ text: String) -> Widget? {
        guard let label = Widget.line(text, class: "subtitle") else { return nil }
        gtk_label_set_xalign(label.opaque, 0.5)
        return label
    }
}

extension Widget {
    /// Shows a title, fitted with this label's font.
    fileprivate func show(_ fitted: (_ measure: (Substring) -> Double) -> TitleFit) {
        guard let layout = gtk_widget_create_pango_layout(self, nil) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let fit = fitted { text in
            pango_layout_set_text(layout, String(text), -1)
            var width: Int32 = 0
            pango_layout_get_size(layout, &width, nil)
            return Double(width) / Double(PANGO_SCALE)
        }
        set(text: fit.text)
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        if fit.scale < 1 { pango_attr_list_insert(attributes, pango_attr_scale_new(fit.scale)) }
        gtk_label_set_attributes(opaque, attributes)
    }
}
