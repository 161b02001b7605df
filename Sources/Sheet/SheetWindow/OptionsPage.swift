// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import ContentSelection
import SheetSession

/// The options of what leaves, each with its switch. A switch works at once, and the page shows what has become of it.
final class OptionsPage: Page {
    let widget: Widget
    let scroller: Widget
    private let list: Widget
    /// For a screen reader: the head shows the same.
    private let status: Widget
    private let footer: PageFooter
    private let send: (SheetEvent) -> Void
    private var rows: [OptionRow] = []
    private var offered: [Sheet.ContentOption] = []

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL),
            let content = Widget.box(GTK_ORIENTATION_VERTICAL, class: "fields"),
            let title = Widget.paragraph(state.words.options, class: "heading"),
            let list = Widget.box(GTK_ORIENTATION_VERTICAL, class: "rows"),
            let status = Widget.line(class: "spoken"),
            let scroller = Scroller.around(content),
            let footer = PageFooter([.init(state.words.back) { send(.showOptions(false)) }])
        else { return nil }
        (self.widget, self.scroller, self.list) = (widget, scroller, list)
        (self.status, self.footer, self.send) = (status, footer, send)
        title.set(role: GTK_ACCESSIBLE_ROLE_HEADING)
        status.makeStatus()
        for part in [title, list] { content.append(part) }
        for part in [gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), scroller, status, footer.widget] {
            widget.append(part)
        }
    }

    func show(_ state: SheetState) {
        if state.options.offered != offered { rebuild(state) }
        for row in rows { row.show(state.options) }
        status.tell(state.leaving ?? "")
    }

    /// The offer has grown, or is another because an item was taken out.
    private func rebuild(_ state: SheetState) {
        let focused = rows.first(where: \.hasFocus)?.identifier
        offered = state.options.offered
        list.removeChildren()
        rows = offered.compactMap { OptionRow($0, state, send) }
        for row in rows { list.append(row.widget) }
        list.setDirection(state.direction)
        if let focused { (rows.first { $0.identifier == focused } ?? rows.first)?.takeFocus() }
    }

    func takeFocus() {
        if let row = rows.first { row.takeFocus() } else { footer.takeFocus() }
    }
}
