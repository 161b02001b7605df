// SPDX-License-Identifier: Apache-2.0

import CGtk4
import ContentSelection
import SessionBus
import SheetSession

/// The page for editing the sheet: all available activities in one list, each with a star, a switch and, for
/// custom ones, a handle to move it. Rows and their icons are made only when they become visible.
final class EditPage: Page {
    private let send: (SheetEvent) -> Void
    private let list: RowList
    private let problem: Widget
    private var menu: MoveMenu?
    private let words: Words
    private var state: SheetState
    private var shown: [EditedActivity] = []
    private var rows: [String: EditRow] = [:]
    private var dragged: String?
    /// Identifiers still to be added to the list, and the timer that adds them.
    private var waiting: ArraySlice<String> = []
    private var filling: Source?
    /// Rows to add at a time: more than are visible.
    private static let portionSize = 20
    /// Activities whose icons will be requested, and the timer that requests them.
    private var seen: [String] = []
    private var asking: Source?

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        let words = state.words
        weak var page: EditPage?
        guard let heading = Widget.paragraph(words.editing.heading, class: "heading"),
            let legend = Widget.paragraph(words.editing.legend, class: "detail"),
            let problem = Widget.paragraph(class: "fault"),
            let list = RowList(
                words.editing.heading, state.direction, make: { page?.row($0) }, gone: { page?.forget($0) })
        else { return nil }
        (self.send, self.list, self.problem) = (send, list, problem)
        (self.words, self.state) = (words, state)
        heading.set(role: GTK_ACCESSIBLE_ROLE_HEADING)
        problem.makeStatus()
        for part in [heading, legend, problem] { part.add(class: "editing") }
        let footer = PageFooter([
            .init(words.back) { send(.back) }, .init(words.editing.reset) { page?.resetOrUndo() },
        ])
        super.init(list.widget, footer, above: [Widget.separator, heading, legend, problem])
        page = self
        let closed: (String) -> Void = { [weak self] in self?.rows[$0]?.takeFocus(.handle) }
        menu = MoveMenu(in: widget, words.editing, closed: closed) { send(.edit(.move($0, by: $1))) }
        list.widget.onKey(GTK_PHASE_CAPTURE) { [weak self] in self?.press($0, $1) ?? false }
    }

    private var reset: Widget? { footer.buttons.last }

    private func resetOrUndo() {
        guard case .editing(let editing) = state.page else { return }
        send(.edit(editing.canUndo ? .undo : .reset))
    }

    private func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        guard let row = rows.values.first(where: \.hasFocus) else { return false }
        // The list is a single Tab stop, however many rows it has.
        if key == UInt32(GDK_KEY_Tab), row.isAtEnd {
            footer.takeFocus(first: true)
            return true
        }
        guard let index = index(row.identifier) else { return false }
        let isMove = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
        switch Int32(key) {
        case GDK_KEY_Up, GDK_KEY_KP_Up: isMove ? move(row, by: -1) : focus(from: row, at: index - 1)
        case GDK_KEY_Down, GDK_KEY_KP_Down: isMove ? move(row, by: 1) : focus(from: row, at: index + 1)
        case GDK_KEY_Home, GDK_KEY_KP_Home: focus(from: row, at: 0)
        case GDK_KEY_End, GDK_KEY_KP_End: focus(from: row, at: list.count - 1)
        case GDK_KEY_Left, GDK_KEY_KP_Left: row.moveFocus(by: state.isMirrored ? 1 : -1)
        case GDK_KEY_Right, GDK_KEY_KP_Right: row.moveFocus(by: state.isMirrored ? -1 : 1)
        case GDK_KEY_space, GDK_KEY_KP_Space, GDK_KEY_Return, GDK_KEY_KP_Enter: return row.flip()
        default:
            guard let next = LetterKey.next(key, modifiers, in: shown.map(\.title), after: index)
            else { return false }
            focus(from: row, at: next)
        }
        return true
    }

    private func move(_ row: EditRow, by step: Int) {
        let (before, control) = (shown, row.focused ?? .star)
        send(.edit(.move(row.identifier, by: step)))
        guard shown != before, let index = index(row.identifier) else { return }
        list.scroll(to: index)
        // The list focuses the row's first control, so the focus is set again.
        rows[row.identifier]?.takeFocus(control)
        gtk4_announce(row.widget, "\(shown[index].title), \(words.taken(index + 1, of: shown.count))")
    }

    /// Focuses the same control in another row, or its star if it has no such control.
    private func focus(from row: EditRow, at index: Int) {
        guard index < list.count, shown.indices.contains(index) else { return }
        let control = row.focused ?? .star
        list.scroll(to: index)
        rows[shown[index].identifier]?.takeFocus(control)
    }

    private func index(_ identifier: String) -> Int? { shown.firstIndex { $0.identifier == identifier } }

    override func takeFocus() {
        if let first = shown.first.flatMap({ rows[$0.identifier] }) {
            first.takeFocus(.star)
        } else {
            footer.takeFocus(first: true)
        }
    }

    // MARK: Showing

    override func show(_ state: SheetState) {
        guard case .editing(let editing) = state.page else { return }
        self.state = state
        let next = editing.activities
        if next.map(\.identifier) != shown.map(\.identifier) { replace(by: next) }
        shown = next
        for activity in next { rows[activity.identifier]?.show(activity, state.icons[activity.identifier]) }
        problem.announce(editing.problem ?? "")
        problem.isVisible = editing.problem != nil
        if let reset { show(editing, on: reset) }
        menu?.show(editing)
    }

    private func show(_ editing: SheetEditing, on reset: Widget) {
        let canPress = editing.canReset || editing.canUndo
        if !canPress, gtk_widget_has_focus(reset) != 0 { footer.takeFocus(first: true) }
        gtk_widget_set_sensitive(reset, canPress ? 1 : 0)
        let title = editing.canUndo ? words.editing.undo : words.editing.reset
        let description = editing.canUndo ? "" : words.editing.resetting
        gtk_button_get_child(reset.cast())?.set(text: title)
        reset.set(name: title)
        reset.set(description: description)
        gtk_widget_set_tooltip_text(reset, description)
    }

    /// Replaces the rows whose position has changed. The row being moved stays as it is, with the focus and
    /// the pointer on it; its neighbours are put on its other side.
    private func replace(by next: [EditedActivity]) {
        let (old, new) = (shown.map(\.identifier), next.map(\.identifier))
        let change = RowList.difference(old, new)
        let (before, after) = (old[change.old], new[change.new])
        let (start, end) = (change.old.lowerBound, change.old.upperBound)
        // The list binds rows from here on.
        shown = next
        guard !old.isEmpty, waiting.isEmpty else { return fill(new) }
        let moving = dragged ?? menu?.moving ?? rows.values.first(where: \.hasFocus)?.identifier
        if let moving, before.first == moving, after.last == moving, before.count == after.count {
            list.replace(start + 1..<end, by: [])
            list.replace(start..<start, by: Array(after.dropLast()))
        } else if let moving, before.last == moving, after.first == moving, before.count == after.count {
            list.replace(start..<end - 1, by: [])
            list.replace(start + 1..<start + 1, by: Array(after.dropFirst()))
        } else {
            list.replace(start..<end, by: Array(after))
        }
    }

    /// Adds the first rows at once, so that the page opens with the next frame, and the others later, in
    /// portions.
    private func fill(_ identifiers: [String]) {
        list.replace(0..<list.count, by: Array(identifiers.prefix(Self.portionSize)))
        waiting = identifiers.dropFirst(Self.portionSize)
        fillLater()
    }

    private func fillLater() {
        filling =
            waiting.isEmpty
            ? nil
            : Source(after: .milliseconds(15)) { [weak self] in
                guard let self else { return }
                list.replace(list.count..<list.count, by: Array(waiting.prefix(Self.portionSize)))
                waiting = waiting.dropFirst(Self.portionSize)
                fillLater()
            }
    }

    // MARK: Rows

    private func row(_ item: OpaquePointer) -> RowList.Row? {
        guard let identifier = RowList.text(item),
            let activity = shown.first(where: { $0.identifier == identifier }),
            let row = EditRow(activity, words.editing, send)
        else { return nil }
        rows[identifier] = row
        row.show(activity, state.icons[identifier])
        row.onMenu = { [weak self] handle in self?.openMenu(identifier, at: handle) }
        row.onDrag = { [weak self] step in self?.drag(identifier, by: step) }
        gtk4_pass_focus(UnsafeMutableRawPointer(item))
        see(identifier)
        return RowList.Row(widget: row.widget, name: activity.title, description: row.lockReason)
    }

    private func forget(_ item: OpaquePointer) {
        let row = gtk_list_item_get_child(item)
        if let identifier = RowList.text(item), rows[identifier]?.widget == row { rows[identifier] = nil }
    }

    /// Requests the icons of rows that have become visible, in one batch once the list is laid out.
    private func see(_ identifier: String) {
        seen.append(identifier)
        guard asking == nil else { return }
        asking = Source(after: .zero) { [weak self] in
            guard let self else { return }
            let seen = seen
            (asking, self.seen) = (nil, [])
            send(.edit(.see(seen)))
        }
    }

    private func openMenu(_ identifier: String, at handle: Widget) {
        guard case .editing(let editing) = state.page else { return }
        menu?.open(identifier, at: handle, editing)
    }

    /// - Parameter step: nil after the pointer has been released.
    private func drag(_ identifier: String, by step: Int?) {
        dragged = step == nil ? nil : identifier
        guard let step else { return send(.edit(.drop)) }
        send(.edit(.drag(identifier, by: step)))
        index(identifier).map(list.scroll(to:))
    }
}

extension EditPage {
    /// Padding beside the opener's title, as in EditStyle.
    static let openerPadding: Int32 = 14

    /// The button that opens the page, below the activities or the message that there are none. Letter keys
    /// skip it, so that text typed for an activity does not press it.
    static func opener(_ words: Words, _ send: @escaping (SheetEvent) -> Void) -> Widget? {
        let button = Widget.button(words.editing.edit, classes: ["plain", "edit"]) { send(.editActivities) }
        if let button {
            for part in [button, gtk_button_get_child(button.cast())] {
                gtk_widget_set_halign(part, GTK_ALIGN_START)
            }
        }
        return button
    }
}
