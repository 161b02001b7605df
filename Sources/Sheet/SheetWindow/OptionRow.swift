// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// One option: its title, switch and choices. An option that could not be applied shows the reason and can be
/// retried.
final class OptionRow {
    let widget: Widget
    private let option: Sheet.ContentOption
    private var identifier: String { option.identifier }
    private let toggle: SwitchField
    private let choices: [(field: String, entry: ChoiceField)]
    private let fault: Widget
    private let again: Widget

    init?(_ option: Sheet.ContentOption, _ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        let identifier = option.identifier
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL, class: "field"),
            let card = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: "card"),
            let title = Widget.paragraph(option.title, class: "name"),
            let fault = Widget.paragraph(class: "fault"),
            let again = Widget.button(state.words.tryAgain, classes: ["pill"], { send(.tryAgain) }),
            let toggle = SwitchField(
                state.options.on.contains(identifier), { send(.switchOption(identifier, $0)) })
        else { return nil }
        (self.widget, self.option) = (widget, option)
        (self.toggle, self.fault, self.again) = (toggle, fault, again)
        let answers = state.options.answers(identifier)
        // An option's form has only choices.
        let fields = (option.form ?? []).filter { $0.type == .choice }
        choices = fields.compactMap { field in
            let entry = ChoiceField(field, answers[field.id] ?? "", state.words) {
                send(.answerOption(identifier, field: field.id, $0))
            }
            return entry.map { (field.id, $0) }
        }
        for part in [title, toggle.widget] {
            gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
            card.append(part)
        }
        toggle.widget.set(labelledBy: title)
        widget.append(card)
        for (field, choice) in zip(fields, choices) {
            choice.entry.target.set(name: field.label)
            choice.entry.widget.set(name: field.label)
            widget.append(choice.entry.widget)
        }
        fault.set(role: GTK_ACCESSIBLE_ROLE_ALERT)
        widget.append(fault)
        gtk_widget_set_halign(again, GTK_ALIGN_START)
        widget.append(again)
    }

    /// Whether the row already shows this option; the items that the option applies to may differ.
    func shows(_ option: Sheet.ContentOption) -> Bool {
        option.identifier == identifier && option.title == self.option.title
            && option.form == self.option.form
    }

    func show(_ options: SheetOptions) {
        let isOn = options.on.contains(identifier)
        toggle.show(isOn)
        let answers = options.answers(identifier)
        for (field, entry) in choices {
            entry.show(answers[field] ?? "")
            // The choice stays visible while the option is off, so that nothing moves under the finger.
            for part in [entry.widget, entry.target] { gtk_widget_set_sensitive(part, isOn ? 1 : 0) }
        }
        let sentence = options.faults[identifier] ?? ""
        fault.show(text: sentence)
        again.isVisible = !sentence.isEmpty
        toggle.widget.set(description: sentence)
    }

    var hasFailed: Bool { again.isVisible }

    var hasFocus: Bool { gtk_widget_get_focus_child(widget) != nil }

    func takeFocus() { gtk_widget_grab_focus(hasFailed ? again : toggle.widget) }
}
