// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// A button that opens and closes a part of the sheet, and reports its state to screen readers; Tab cannot
/// reach GTK's own expander.
final class Disclosure {
    let button: Widget
    /// An arrow that points to the button's next action.
    private let arrow: Widget?
    private var isOpen = false

    /// - Parameters:
    ///   - content: the button's content, hidden from assistive technology.
    ///   - arrow: a widget within the content; nil for none.
    ///   - press: called with whether the part is to be open.
    init?(_ content: Widget, arrow: Widget? = nil, _ press: @escaping (Bool) -> Void) {
        guard let button: Widget = gtk_toggle_button_new() else { return nil }
        (self.button, self.arrow) = (button, arrow)
        content.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        button.add(class: "plain")
        button.set(expanded: false)
        gtk_button_set_child(button.cast(), content)
        button.signals.on("toggled") { [weak self] in
            let isOpen = gtk_toggle_button_get_active(button.cast()) != 0
            if isOpen != self?.isOpen { press(isOpen) }
        }
    }

    static var arrow: Widget? { Widget.symbolicIcon("pan-down-symbolic", size: 16) }

    func show(isOpen: Bool) {
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        button.set(expanded: isOpen)
        gtk_toggle_button_set_active(button.cast(), isOpen ? 1 : 0)
        if let arrow {
            gtk_image_set_from_icon_name(arrow.opaque, isOpen ? "pan-up-symbolic" : "pan-down-symbolic")
        }
    }
}
