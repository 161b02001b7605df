// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// The buttons beneath a page, of equal width: side by side, or one above the other where their titles are long.
final class PageFooter {
    struct Choice {
        let title: String
        let isSuggested: Bool
        let press: () -> Void

        init(_ title: String, isSuggested: Bool = false, _ press: @escaping () -> Void) {
            (self.title, self.isSuggested, self.press) = (title, isSuggested, press)
        }
    }

    let widget: Widget
    /// Buttons in the order of the choices.
    let buttons: [Widget]

    init?(_ choices: [Choice], isStacked: Bool = false) {
        let orientation = isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
        guard let widget = Widget.box(orientation, class: "footer") else { return nil }
        gtk_box_set_homogeneous(widget.cast(), 1)
        self.widget = widget
        buttons = choices.compactMap(Self.button)
        for button in buttons { widget.append(button) }
    }

    /// On the last, which is the one that goes on, or on the first, which leads away.
    func takeFocus(first: Bool = false) {
        if let button = first ? buttons.first : buttons.last { gtk_widget_grab_focus(button) }
    }

    private static func button(_ choice: Choice) -> Widget? {
        guard let button: Widget = gtk_button_new(), let label: Widget = gtk_label_new(choice.title) else {
            return nil
        }
        label.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        // The sheet's width is the grid's.
        gtk_label_set_max_width_chars(label.opaque, 1)
        gtk_button_set_child(button.cast(), label)
        button.add(class: "pill")
        if choice.isSuggested { button.add(class: "suggested") }
        button.set(name: choice.title)
        gtk_widget_set_hexpand(button, 1)
        let press = choice.press
        button.signals.on("clicked") { press() }
        return button
    }
}
