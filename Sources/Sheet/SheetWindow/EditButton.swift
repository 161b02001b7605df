// SPDX-License-Identifier: Apache-2.0

import CGtk4
import ContentSelection
import SheetSession

/// Opens the page on which a person makes the sheet theirs. It stands behind the last activity, and is none: no letter goes to
/// it, so that what is typed for an activity does not press it.
enum EditButton {
    static func make(_ words: Words, _ send: @escaping (SheetEvent) -> Void) -> Widget? {
        let button = Widget.button(words.editing.edit, classes: ["plain", "edit"]) { send(.editActivities) }
        if let button { gtk_widget_set_halign(button, GTK_ALIGN_CENTER) }
        return button
    }
}
