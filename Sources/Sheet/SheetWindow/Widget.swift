// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// A GTK widget. The tree owns it: objects use a stored pointer only while the window exists.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension Widget {
    /// The pointer as one of GTK's derivable classes. Unchecked, because GTK checks the argument of each
    /// call.
    func cast<Class>() -> UnsafeMutablePointer<Class> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
    }

    /// The pointer as one of GTK's final classes or interfaces.
    var opaque: OpaquePointer { OpaquePointer(self) }

    static func box(_ orientation: GtkOrientation, spacing: Int32 = 0, class name: String? = nil) -> Widget? {
        let box: Widget? = gtk_box_new(orientation, spacing)
        if let name { box?.add(class: name) }
        return box
    }

    static var separator: Widget? { gtk_separator_new(GTK_ORIENTATION_HORIZONTAL) }

    /// A button with one line. Its label is hidden from assistive technology, which reads the button's name.
    ///
    /// - Parameter length: width in letters beyond which the label may be cut; nil for a label that is never
    ///   cut.
    static func button(
        _ title: String, classes names: [String], length: Int32? = nil, _ press: @escaping () -> Void
    ) -> Widget? {
        guard let button: Widget = gtk_button_new(), let label: Widget = gtk_label_new(title) else {
            return nil
        }
        label.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        if let length {
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            gtk_label_set_max_width_chars(label.opaque, length)
        }
        gtk_button_set_child(button.cast(), label)
        for name in names { button.add(class: name) }
        button.set(name: title)
        button.signals.on("clicked", press)
        return button
    }

    /// A line that is cut if there is no room, aligned to its language's start.
    static func line(_ text: String = "", class name: String) -> Widget? {
        let label: Widget? = gtk_label_new(text)
        guard let label else { return nil }
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(label.opaque, 1)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_hexpand(label, 1)
        label.add(class: name)
        return label
    }

    /// A text that wraps to as many lines as it needs.
    static func paragraph(_ text: String = "", class name: String, centred: Bool = false) -> Widget? {
        let label: Widget? = gtk_label_new(text)
        guard let label else { return nil }
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        // GTK measures a scrolled text's height at its natural width.
        gtk_label_set_max_width_chars(label.opaque, 36)
        gtk_label_set_xalign(label.opaque, centred ? 0.5 : 0)
        gtk_label_set_justify(label.opaque, centred ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
        gtk_widget_set_hexpand(label, 1)
        label.add(class: name)
        return label
    }

    /// An icon of the theme, hidden from assistive technology.
    static func symbolicIcon(_ icon: String, size: Int32) -> Widget? {
        let image: Widget? = gtk_image_new_from_icon_name(icon)
        guard let image else { return nil }
        gtk_image_set_pixel_size(image.opaque, size)
        gtk4_set_role(image, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        return image
    }

    /// The first icon that the theme or its parents have. A GIcon with several names prefers any of them in
    /// the theme to the first one in a parent theme, where programs install their own.
    static func icon(first names: [String], else fallback: String) -> String {
        let theme = gtk_icon_theme_get_for_display(gdk_display_get_default())
        return names.first { gtk_icon_theme_has_icon(theme, $0) != 0 } ?? fallback
    }

    /// Ellipsizes GTK's own labels in this widget and its descendants.
    func ellipsizeLabels() {
        if g_type_check_instance_is_a(cast(), gtk_label_get_type()) != 0 {
            gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        }
        var child = gtk_widget_get_first_child(self)
        while let next = child {
            next.ellipsizeLabels()
            child = gtk_widget_get_next_sibling(next)
        }
    }

    func append(_ child: Widget?) {
        guard let child else { return }
        gtk_box_append(cast(), child)
    }

    func removeChildren() {
        while let child = gtk_widget_get_first_child(self) { gtk_box_remove(cast(), child) }
    }

    func add(class name: String) { gtk_widget_add_css_class(self, name) }

    func set(class name: String, _ isOn: Bool) {
        isOn ? gtk_widget_add_css_class(self, name) : gtk_widget_remove_css_class(self, name)
    }

    func naturalHeight(_ width: Int32) -> Int32 {
        var height: Int32 = 0
        gtk_widget_measure(self, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        return height
    }

    var isVisible: Bool {
        get { gtk_widget_get_visible(self) != 0 }
        nonmutating set { if newValue != isVisible { gtk_widget_set_visible(self, newValue ? 1 : 0) } }
    }

    var text: String { gtk_label_get_text(opaque).map { String(cString: $0) } ?? "" }

    /// Sets a label's text; setting the same text again is free.
    ///
    /// - Returns: whether the text changed.
    @discardableResult
    func set(text: String) -> Bool {
        guard text != self.text else { return false }
        gtk_label_set_text(opaque, text)
        return true
    }

    /// Shows a label with a text; without text the label is hidden.
    func show(text: String?) {
        set(text: text ?? "")
        isVisible = text?.isEmpty == false
    }

    /// Sets the direction of this widget and its descendants: GTK's default is the process's, and sheets in
    /// several languages may be open at once.
    func setDirection(_ direction: GtkTextDirection) {
        gtk_widget_set_direction(self, direction)
        var child = gtk_widget_get_first_child(self)
        while let next = child {
            next.setDirection(direction)
            child = gtk_widget_get_next_sibling(next)
        }
    }
}
