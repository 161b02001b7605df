// SPDX-License-Identifier: Apache-2.0
//
// The input widgets, by kind of field.

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession
import StrictJSON

/// A single line: text, numbers, addresses, secrets.
final class LineField: AnswerField {
    let widget: Widget

    init?(
        _ field: Sheet.Field, _ answer: String, _ typed: @escaping (String) -> Void,
        _ submit: @escaping () -> Void
    ) {
        guard let widget: Widget = gtk_entry_new() else { return nil }
        self.widget = widget
        widget.configure(answer, typed, submit)
        gtk_entry_set_input_purpose(widget.cast(), Self.purpose(field.type))
        if let hint = field.hint { gtk_entry_set_placeholder_text(widget.cast(), hint) }
        guard field.type.isSecret else { return }
        gtk_entry_set_visibility(widget.cast(), 0)
        gtk_entry_set_input_hints(widget.cast(), GTK_INPUT_HINT_PRIVATE)
    }

    private static func purpose(_ kind: FormField.Kind) -> GtkInputPurpose {
        switch kind {
        case .number: GTK_INPUT_PURPOSE_NUMBER
        case .url: GTK_INPUT_PURPOSE_URL
        case .email: GTK_INPUT_PURPOSE_EMAIL
        case .phone: GTK_INPUT_PURPOSE_PHONE
        case .pin: GTK_INPUT_PURPOSE_PIN
        default: GTK_INPUT_PURPOSE_FREE_FORM
        }
    }
}

/// A hidden line, which the person can reveal. GTK keeps its buffer out of the swap.
final class PasswordField: AnswerField {
    let widget: Widget

    init?(_ answer: String, _ typed: @escaping (String) -> Void, _ submit: @escaping () -> Void) {
        guard let widget: Widget = gtk_password_entry_new() else { return nil }
        self.widget = widget
        widget.configure(answer, typed, submit)
        gtk_password_entry_set_show_peek_icon(widget.opaque, 1)
    }
}

final class TextField: AnswerField {
    let widget: Widget

    init?(_ answer: String, _ typed: @escaping (String) -> Void) {
        guard let widget: Widget = gtk_text_view_new(), let buffer = gtk_text_view_get_buffer(widget.cast())
        else { return nil }
        self.widget = widget
        gtk_text_view_set_wrap_mode(widget.cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(widget.cast(), 0)
        gtk_text_buffer_set_text(buffer, answer, -1)
        SignalSource(OpaquePointer(buffer)).on("changed") {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return }
            defer { g_free(text) }
            typed(String(cString: text))
        }
    }
}

final class ChoiceField: AnswerField {
    let widget: Widget
    private let values: [String]
    /// The button inside, which GTK focuses.
    var target: Widget { gtk_widget_get_first_child(widget) ?? widget }

    /// The menu of an optional choice begins with "none".
    init?(_ field: Sheet.Field, _ answer: String, _ words: Words, _ typed: @escaping (String) -> Void) {
        let none = field.required ? [] : [Sheet.Option(value: "", label: words.none)]
        let options = none + (field.options ?? [])
        guard let model = gtk_string_list_new(nil) else { return nil }
        for option in options { gtk_string_list_append(model, option.label) }
        guard let widget: Widget = gtk_drop_down_new(model, nil) else { return nil }
        (self.widget, values) = (widget, options.map(\.value))
        // Newer GTK releases name the widget after the selection, whatever name it is given.
        widget.resetLabel()
        // A long choice is ellipsized, and shown whole in the menu; GTK creates its label once the window is
        // known.
        widget.signals.on("notify::root") { [button = target] (_: OpaquePointer) in button.ellipsizeLabels() }
        let selected = options.firstIndex { $0.value.isExactly(answer) } ?? 0
        gtk_drop_down_set_selected(widget.opaque, guint(selected))
        widget.signals.on("notify::selected") { (_: OpaquePointer) in
            let index = Int(gtk_drop_down_get_selected(widget.opaque))
            if options.indices.contains(index) { typed(options[index].value) }
        }
    }

    func show(_ answer: String) {
        guard let index = values.firstIndex(where: { $0.isExactly(answer) }),
            gtk_drop_down_get_selected(widget.opaque) != guint(index)
        else { return }
        gtk_drop_down_set_selected(widget.opaque, guint(index))
    }
}

final class SwitchField: AnswerField {
    let widget: Widget

    init?(_ isOn: Bool, _ turned: @escaping (Bool) -> Void) {
        guard let widget: Widget = gtk_switch_new() else { return nil }
        self.widget = widget
        show(isOn)
        widget.signals.on("notify::active") { (_: OpaquePointer) in
            turned(gtk_switch_get_active(widget.opaque) != 0)
        }
    }

    var isOn: Bool { gtk_switch_get_active(widget.opaque) != 0 }

    func show(_ isOn: Bool) { if isOn != self.isOn { gtk_switch_set_active(widget.opaque, isOn ? 1 : 0) } }
}

/// A date, typed, or picked from a calendar in ISO form.
final class DateField: AnswerField {
    let widget: Widget
    let target: Widget
    var frame: Widget { target }

    init?(
        _ field: Sheet.Field, _ answer: String, _ words: Words, _ typed: @escaping (String) -> Void,
        _ submit: @escaping () -> Void
    ) {
        guard let widget = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 8),
            let line = LineField(field, answer, typed, submit), let button: Widget = gtk_menu_button_new(),
            let popover: Widget = gtk_popover_new(), let calendar: Widget = gtk_calendar_new()
        else { return nil }
        (self.widget, target) = (widget, line.widget)
        gtk_widget_set_hexpand(target, 1)
        if field.hint == nil { gtk_entry_set_placeholder_text(target.cast(), "2026-11-21") }
        gtk_menu_button_set_icon_name(button.opaque, "x-office-calendar-symbolic")
        gtk_popover_set_child(popover.cast(), calendar)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_menu_button_set_popover(button.opaque, popover)
        button.set(name: words.pickDate)
        button.add(class: "pick")
        widget.append(target)
        widget.append(button)
        let entry = target
        calendar.signals.on("day-selected") {
            guard let day = gtk_calendar_get_date(calendar.opaque) else { return }
            defer { g_date_time_unref(day) }
            guard let text = g_date_time_format(day, "%F") else { return }
            defer { g_free(text) }
            gtk_editable_set_text(entry.opaque, text)
        }
    }
}

extension Widget {
    /// Fills an entry with an answer and reports each change; Enter submits.
    fileprivate func configure(
        _ answer: String, _ typed: @escaping (String) -> Void, _ submit: @escaping () -> Void
    ) {
        gtk_editable_set_text(opaque, answer)
        gtk_editable_set_width_chars(opaque, 8)
        signals.on("changed") { typed(gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "") }
        signals.on("activate") { submit() }
    }
}
