// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import ContentSelection
import SheetSession

/// The options of what leaves, each with its switch. A switch works at once, and the page shows what has become of it.
final class OptionsPage: Page {
    private let list: Widget
    /// For a screen reader: the head shows the same.
    private let status: Widget
    private let unread: Widget
    private let send: (SheetEvent) -> Void
    private var rows: [OptionRow] = []
    private var offered: [Sheet.ContentOption] = []

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let content = Widget.box(GTK_ORIENTATION_VERTICAL, class: "fields"),
            let title = Widget.paragraph(state.words.options, class: "heading"),
            let list = Widget.box(GTK_ORIENTATION_VERTICAL, class: "rows"),
            let status = Widget.line(class: "spoken"), let unread = Widget.paragraph(class: "fault")
        else { return nil }
        (self.list, self.status, self.unread, self.send) = (list, status, unread, send)
        title.set(role: GTK_ACCESSIBLE_ROLE_HEADING)
        status.makeStatus()
        for part in [title, list, unread] { content.append(part) }
        let footer = PageFooter([.init(state.words.back) { send(.showOptions(false)) }])
        super.init(content, footer, above: [Widget.separator], beneath: [status])
    }

    override func show(_ state: SheetState) {
        if state.options.offered != offered { rebuild(state) }
        for row in rows { row.show(state.options) }
        status.tell(state.warning ?? state.leaving ?? "")
        let names = state.warning == nil ? [] : state.unreadNames
        unread.show(text: names.isEmpty ? "" : state.words.unread(names.joined(separator: ", ")))
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

    override func takeFocus() {
        if let row = rows.first(where: \.hasFailed) ?? rows.first {
            row.takeFocus()
        } else {
            footer.takeFocus()
        }
    }
}
