// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The form of one activity, in the sheet's own window. The state holds the typed answers; entries are filled
/// only when they are created. While another page is due, as when performing, the entries are locked, because
/// the state would drop new answers.
final class FormPage: Page {
    private let rows: [FormRow]
    private var faults: [String: String] = [:]

    init?(_ state: SheetState, _ desktop: Desktop, _ send: @escaping (SheetEvent) -> Void) {
        weak var page: FormPage?
        let submit = {
            send(.submit(activationToken: desktop.activationToken()))
            page?.focusFault()
        }
        guard case .form(let form) = state.page,
            let fields = Widget.box(GTK_ORIENTATION_VERTICAL, class: "fields"),
            let title = Widget.paragraph(form.title, class: "heading")
        else { return nil }
        rows = form.fields.compactMap {
            FormRow($0, form.answers[$0.id] ?? "", state.words, send, submit: submit)
        }
        title.set(role: GTK_ACCESSIBLE_ROLE_HEADING)
        fields.append(title)
        for row in rows { fields.append(row.widget) }
        let footer = PageFooter([
            .init(state.words.back) { send(.back) }, .init(form.title, .suggested, submit),
        ])
        super.init(fields, footer, above: [Widget.separator])
        page = self
    }

    override func show(_ state: SheetState) {
        guard case .form(let form) = state.page else { return lock() }
        for row in rows { row.takesAnswers = true }
        guard form.faults != faults else { return }
        // Typing clears a fault, and must not move the focus.
        let isNew = form.faults.contains { faults[$0.key] != $0.value }
        faults = form.faults
        for row in rows { row.show(fault: faults[row.field.id]) }
        if isNew { focusFault() }
    }

    /// Focuses the first entry with a fault, unless the person is typing in one.
    private func focusFault() {
        let wrong = rows.filter { faults[$0.field.id] != nil }
        if !wrong.contains(where: \.hasFocus) { wrong.first?.takeFocus() }
    }

    /// Locks the entries. Moves the focus first, because GTK would lose it with a locked entry.
    private func lock() {
        if rows.contains(where: \.hasFocus) { footer.takeFocus() }
        for row in rows { row.takesAnswers = false }
    }

    override func takeFocus() {
        if let row = rows.first { row.takeFocus() } else { footer.takeFocus() }
    }
}
