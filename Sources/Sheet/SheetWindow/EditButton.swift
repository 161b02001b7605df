// SPDX-License-Identifier: Apache-2.0

import CGtk4
import ContentSelection
import SheetSession

/// Opens the page on which a person makes the sheet theirs. It stands behind the last activity, and is none: no letter goes to
/// it, so that what is typed for an activity does not press it.
enum EditButton {
    static func make(_ words: Words, _ send: @escaping (SheetEvent) -> Void) -> Widget? {
        guard let button = Widget.plainButton(words.editing.edit) else { return nil }
        button.add(class: "edit")
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        button.signals.on("clicked") { send(.editActivities) }
        return button
    }
}

extension Widget {
    /// A button of one line, without a frame. Its label is for the eye: the button has its name.
    static func plainButton(_ title: String) -> Widget? {
        guard let button: Widget = gtk_button_new(), let label: Widget = gtk_label_new(title) else {
            return nil
        }
        label.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_button_set_child(button.cast(), label)
        button.add(class: "plain")
        button.set(name: title)
        return button
    }
}
