// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import ContentSelection
import SheetSession

/// Opens the content's options, with a mark while an option is on. The options become known after the first
/// frame; until then the button's place is empty, so that nothing moves later.
final class OptionsButton {
    let widget: Widget
    var button: Widget { opener.button }
    private let opener: Disclosure
    /// An invisible placeholder as large as the button.
    private let placeholder: Widget

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget: Widget = gtk_overlay_new(), let label = Self.label(state.words),
            let placeholder = Self.label(state.words),
            let opener = Disclosure(label, { send(.showOptions($0)) })
        else { return nil }
        (self.widget, self.opener, self.placeholder) = (widget, opener, placeholder)
        for part in [button, placeholder] { part.add(class: "options") }
        placeholder.add(class: "place")
        placeholder.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        button.set(name: state.words.options)
        gtk_overlay_set_child(widget.opaque, placeholder)
        gtk_overlay_add_overlay(widget.opaque, button)
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(widget, 0)
        button.isVisible = false
    }

    private static func label(_ words: Words) -> Widget? {
        guard let row = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6),
            let text: Widget = gtk_label_new(words.options),
            let mark = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "mark")
        else { return nil }
        gtk_widget_set_valign(mark, GTK_ALIGN_CENTER)
        gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
        for part in [text, mark] { row.append(part) }
        return row
    }

    func show(_ state: SheetState) {
        let on = state.options.switchedOn
        button.isVisible = !state.options.offered.isEmpty
        placeholder.isVisible = button.isVisible || state.selected.contains(where: \.mayHoldFacts)
        button.set(class: "on", !on.isEmpty)
        button.set(description: on.map(\.title).joined(separator: ", "))
        // Options can be changed only on the page of activities.
        gtk_widget_set_sensitive(button, state.page == .activities ? 1 : 0)
        opener.show(isOpen: state.showsOptions)
    }
}
