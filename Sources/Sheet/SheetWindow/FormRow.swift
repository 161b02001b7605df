// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// A form field: label, input widget and error message.
final class FormRow {
    let widget: Widget
    let field: Sheet.Field
    private let entry: any AnswerField
    private let fault: Widget

    init?(
        _ field: Sheet.Field, _ answer: String, _ words: Words, _ send: @escaping (SheetEvent) -> Void,
        submit: @escaping () -> Void
    ) {
        let typed = { (text: String) in send(.type(field: field.id, text)) }
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL, class: "field"),
            let label = Widget.paragraph(field.label, class: "caption"),
            let fault = Widget.paragraph(class: "fault"),
            let entry = Self.entry(
                field, answer, words, typed, submit: submit)
        else { return nil }
        (self.widget, self.field, self.entry, self.fault) = (widget, field, entry, fault)
        let target = entry.target
        target.set(labelledBy: label)
        // Newer GTK releases report this widget to a screen reader, and would name it after the selection.
        if field.type == .choice { entry.widget.set(labelledBy: label) }
        target.set(required: field.required)
        gtk_label_set_mnemonic_widget(label.opaque, target)
        fault.isVisible = false
        fault.set(role: GTK_ACCESSIBLE_ROLE_ALERT)
        lay(label, field)
    }

    /// Places a switch beside its label, any other input below it.
    private func lay(_ label: Widget, _ field: Sheet.Field) {
        if field.type == .toggle,
            let card = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: "card")
        {
            gtk_widget_remove_css_class(label, "caption")
            gtk_widget_set_valign(entry.widget, GTK_ALIGN_CENTER)
            card.append(label)
            card.append(entry.widget)
            widget.append(card)
        } else {
            if field.required { gtk_label_set_text(label.opaque, field.label + " *") }
            widget.append(label)
            widget.append(entry.widget)
        }
        widget.append(fault)
    }

    private static func entry(
        _ field: Sheet.Field, _ answer: String, _ words: Words, _ typed: @escaping (String) -> Void,
        submit: @escaping () -> Void
    ) -> (any AnswerField)? {
        switch field.type {
        case .multiline: TextField(answer, typed)
        case .choice: ChoiceField(field, answer, words, typed)
        case .toggle: SwitchField(answer == "true") { typed($0 ? "true" : "false") }
        case .date: DateField(field, answer, words, typed, submit)
        case .password: PasswordField(answer, typed, submit)
        default: LineField(field, answer, typed, submit)
        }
    }

    func show(fault text: String?) {
        fault.show(text: text)
        entry.frame.set(class: "wrong", text != nil)
        entry.target.set(invalid: text != nil)
        entry.target.set(description: text ?? field.hint ?? "")
    }

    /// Whether the input is enabled. Set on the input itself, because GTK does not report inherited
    /// insensitivity to screen readers.
    var takesAnswers = true {
        didSet {
            guard takesAnswers != oldValue else { return }
            for part in [entry.widget, entry.target] { gtk_widget_set_sensitive(part, takesAnswers ? 1 : 0) }
        }
    }

    var hasFocus: Bool { gtk_widget_get_focus_child(widget) != nil }

    func takeFocus() { gtk_widget_grab_focus(entry.target) }
}

/// The widgets of one form field.
protocol AnswerField: AnyObject {
    var widget: Widget { get }
    /// The focusable widget, which carries the accessible properties.
    var target: Widget { get }
    /// The widget that gets the error style.
    var frame: Widget { get }
}

extension AnswerField {
    var target: Widget { widget }
    var frame: Widget { widget }
}
