// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import ContentSelection
import SheetSession

/// The content's options, each with a switch, and the private facts in the items. A switch takes effect at
/// once, and the page shows the result.
final class OptionsPage: Page {
    private let list: Widget
    private let warnings: Widget
    private let heading: Widget
    private let inside: Widget
    private let send: (SheetEvent) -> Void
    private var rows: [OptionRow] = []
    private var offered: [Sheet.ContentOption] = []

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let content = Widget.box(GTK_ORIENTATION_VERTICAL, class: "fields"),
            let title = Widget.paragraph(state.words.options, class: "heading"),
            let list = Widget.box(GTK_ORIENTATION_VERTICAL, class: "rows"),
            let warnings = Widget.paragraph(class: "fault"),
            let heading = Widget.paragraph(state.words.facts.heading, class: "caption"),
            let inside = Widget.paragraph(class: "detail"),
            let facts = Widget.box(GTK_ORIENTATION_VERTICAL, class: "field")
        else { return nil }
        (self.list, self.warnings, self.heading) = (list, warnings, heading)
        (self.inside, self.send) = (inside, send)
        for part in [title, heading] { part.set(role: GTK_ACCESSIBLE_ROLE_HEADING) }
        for part in [heading, inside] { facts.append(part) }
        for part in [title, list, warnings, facts] { content.append(part) }
        let footer = PageFooter([.init(state.words.back) { send(.showOptions(false)) }])
        super.init(content, footer, above: [Widget.separator])
    }

    override func show(_ state: SheetState) {
        if state.options.offered != offered { arrange(state) }
        for row in rows { row.show(state.options) }
        warnings.show(text: state.namedWarnings.joined(separator: "\n"))
        let lines = state.factLines + [state.unreadLine].compactMap(\.self)
        heading.isVisible = !lines.isEmpty
        inside.show(text: lines.joined(separator: "\n"))
    }

    /// Updates the rows after the offered options have changed, for instance because the items were inspected
    /// or one was removed. Options still offered keep their row: the person may be about to press it.
    private func arrange(_ state: SheetState) {
        let former = rows
        offered = state.options.offered
        rows = offered.compactMap { option in
            former.first { $0.shows(option) } ?? OptionRow(option, state, send)
        }
        let gone = former.filter { row in !rows.contains { $0 === row } }
        let hadFocus = gone.contains(where: \.hasFocus)
        for row in gone { gtk_box_remove(list.cast(), row.widget) }
        var last: Widget?
        for row in rows {
            if gtk_widget_get_parent(row.widget) == nil {
                gtk_box_insert_child_after(list.cast(), row.widget, last)
            } else {
                gtk_box_reorder_child_after(list.cast(), row.widget, last)
            }
            last = row.widget
        }
        list.setDirection(state.direction)
        if hadFocus { takeFocus() }
    }

    override func takeFocus() {
        if let row = rows.first(where: \.hasFailed) ?? rows.first {
            row.takeFocus()
        } else {
            footer.takeFocus()
        }
    }
}
