// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import SheetSession
import StrictJSON

/// One activity: its icon on a tile, its title beneath, all of it one target.
final class ActivityButton: GridCell {
    let widget: Widget
    let identifier: String
    let key: ExactText
    let caption: ActivityCaption
    private let image: ActivityImage
    private let title: Widget

    var identifiers: [String] { [identifier] }
    var name: String { caption.title }

    /// - Parameter key: where the activity stands once more, in the first row.
    init?(
        _ activity: Sheet.Activity, _ caption: ActivityCaption, key: ExactText? = nil,
        press: @escaping () -> Void
    ) {
        guard let widget: Widget = gtk_button_new(), let column = Widget.box(GTK_ORIENTATION_VERTICAL),
            let image = ActivityImage(), let title: Widget = gtk_label_new(nil)
        else { return nil }
        (self.widget, self.image, self.title) = (widget, image, title)
        (identifier, self.key, self.caption) = (
            activity.identifier, key ?? ExactText(activity.identifier), caption
        )
        title.add(class: "title")
        gtk_label_set_justify(title.opaque, GTK_JUSTIFY_CENTER)
        // The first row has room for two lines.
        gtk_label_set_yalign(title.opaque, 0)
        column.append(image.widget)
        column.append(title)
        if let small = caption.small { column.append(Widget.subtitle(small)) }
        column.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_button_set_child(widget.cast(), column)
        widget.add(class: "plain")
        widget.add(class: "activity")
        widget.set(name: caption.title)
        if let description = activity.subtitle ?? caption.small { widget.set(description: description) }
        widget.signals.on("clicked") { press() }
    }

    func show(_ state: SheetState) { image.show(state.icons[identifier]) }

    func fit(cellWidth: Double) {
        gtk_widget_set_size_request(widget, Int32(cellWidth), -1)
        title.fit(caption.title, width: cellWidth - SheetMeasures.titleInset)
    }
}

extension Widget {
    /// Tells two cells of the same title apart.
    static func subtitle(_ text: String) -> Widget? {
        guard let label = Widget.line(text, class: "subtitle") else { return nil }
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_xalign(label.opaque, 0.5)
        return label
    }

    /// Shows a title whole, else shrunk, else cut, as the font of this label has it.
    func fit(_ text: String, width: Double) {
        guard let layout = gtk_widget_create_pango_layout(self, nil) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let fit = TitleFit.fit(text, width: width) { text in
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
