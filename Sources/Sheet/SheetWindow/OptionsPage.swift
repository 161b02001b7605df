// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import ContentSelection
import SheetSession

/// The options of what leaves, each with its switch, and what is inside. A switch works at once, and the page shows what has
/// become of it.
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
        if state.options.offered != offered { rebuild(state) }
        for row in rows { row.show(state.options) }
        warnings.show(text: state.namedWarnings.joined(separator: "\n"))
        let lines = state.factLines + [state.unreadLine].compactMap(\.self)
        heading.isVisible = !lines.isEmpty
        inside.show(text: lines.joined(separator: "\n"))
    }

    /// The offer has grown once the inside was known, or is another because an item was taken out.
    private func rebuild(_ state: SheetState) {
        let focused = rows.first(where: \.hasFocus)?.identifier
        offered = state.options.offered
        list.removeChildren()
        rows = offered.compactMap { OptionRow($0, state, send) }
        for row in rows { list.append(row.widget) }
        list.setDirection(state.direction)
        if let focused { (rows.first { $0.identifier == focused } ?? rows.first)?.takeFocus() }
    }

    override func takeFocus() {
        if let row = rows.first(where: \.hasFailed) ?? rows.first {
            row.takeFocus()
        } else {
            footer.takeFocus()
        }
    }
}
