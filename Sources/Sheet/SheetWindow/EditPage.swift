// SPDX-License-Identifier: Apache-2.0

import CGtk4
import ContentSelection
import Glibc
import SessionBus
import SheetSession

/// All activities that could be there, one beneath the other, each to be starred, switched off and, where it is a custom one,
/// moved. Rows are made for what is in sight, and their icons asked for then.
final class EditPage: Page {
    let widget: Widget
    let scroller: Widget
    private let send: (SheetEvent) -> Void
    private let list: Widget
    private let model: OpaquePointer
    private let problem: Widget
    private let footer: PageFooter
    private let menu: MoveMenu?
    private let words: Words
    private let direction: GtkTextDirection
    private var state: SheetState
    /// As the rows stand.
    private var shown: [EditedActivity] = []
    private var rows: [String: EditRow] = [:]
    /// The activity beneath a pointer that drags it.
    private var dragged: String?
    /// The rows that are not made yet, and when more of them are.
    private var waiting: ArraySlice<String> = []
    private var filling: Source?
    /// How many rows are made at a time: more than are in sight.
    private static let portion = 20
    /// Activities whose icons are to be asked for, and when.
    private var seen: [String] = []
    private var asking: Source?

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        let words = state.words
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL), let scroller = Scroller.around(nil),
            let heading = Widget.paragraph(words.editing.heading, class: "heading"),
            let problem = Widget.paragraph(class: "fault"),
            let model = gtk_string_list_new(nil), let factory = gtk_signal_list_item_factory_new(),
            let selection = gtk_no_selection_new(model),
            let list: Widget = gtk_list_view_new(selection, factory),
            let footer = PageFooter([
                .init(words.back) { send(.back) }, .init(words.editing.reset) { send(.edit(.reset)) },
            ])
        else { return nil }
        (self.widget, self.scroller, self.problem) = (widget, scroller, problem)
        (self.send, self.list, self.model) = (send, list, model)
        (self.footer, self.words, self.state) = (footer, words, state)
        direction = state.direction
        menu = MoveMenu(in: widget, words.editing) { send(.edit(.move($0, by: $1))) }
        heading.set(role: GTK_ACCESSIBLE_ROLE_HEADING)
        list.add(class: "items")
        list.set(name: words.editing.heading)
        footer.buttons.last?.set(description: words.editing.resetting)
        if let reset = footer.buttons.last { gtk_widget_set_tooltip_text(reset, words.editing.resetting) }
        problem.makeStatus()
        gtk_scrolled_window_set_child(scroller.opaque, list)
        for part in [
            gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), heading, problem, scroller, footer.widget,
        ] { widget.append(part) }
        for part in [heading, problem] { part.add(class: "editing") }
        connect(factory)
    }

    private func connect(_ factory: OpaquePointer) {
        let items = SignalSource(factory)
        items.on("bind") { [weak self] (item: OpaquePointer) in self?.bind(item) }
        items.on("unbind") { [weak self] (item: OpaquePointer) in self?.unbind(item) }
        list.onKey(GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
            guard let self, let row = rows.values.first(where: \.hasFocus) else { return false }
            // Hundreds of rows are one stop.
            if key == UInt32(GDK_KEY_Tab), row.isAtEnd {
                footer.takeFocus(first: true)
                return true
            }
            guard let step = Self.step(key) else { return Self.presses.contains(Int32(key)) && row.flip() }
            let isMove = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
            isMove ? move(row, by: step) : focus(from: row, by: step)
            return true
        }
    }

    private static let presses = [GDK_KEY_space, GDK_KEY_KP_Space, GDK_KEY_Return, GDK_KEY_KP_Enter]

    private static func step(_ key: UInt32) -> Int? {
        switch Int32(key) {
        case GDK_KEY_Up, GDK_KEY_KP_Up: -1
        case GDK_KEY_Down, GDK_KEY_KP_Down: 1
        default: nil
        }
    }

    private func move(_ row: EditRow, by step: Int) {
        let (before, control) = (shown, row.focused ?? .star)
        send(.edit(.move(row.identifier, by: step)))
        guard shown != before, let index = index(row.identifier) else { return }
        reveal(index)
        // The list gives the focus to the row's first control.
        rows[row.identifier]?.takeFocus(control)
        row.tell("\(shown[index].title), \(words.taken(index + 1, of: shown.count))")
    }

    /// To the same control of the row above or below, where that has it.
    private func focus(from row: EditRow, by step: Int) {
        guard let index = index(row.identifier), shown.indices.contains(index + step) else { return }
        reveal(index + step)
        rows[shown[index + step].identifier]?.takeFocus(row.focused ?? .star)
    }

    private func index(_ identifier: String) -> Int? { shown.firstIndex { $0.identifier == identifier } }

    /// Scrolls to a row.
    private func reveal(_ index: Int) {
        gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(UInt32(index)))
    }

    func takeFocus() {
        if let first = shown.first.flatMap({ rows[$0.identifier] }) {
            first.takeFocus(.star)
        } else {
            footer.takeFocus(first: true)
        }
    }

    // MARK: Showing

    func show(_ state: SheetState) {
        guard case .editing(let editing) = state.page else { return }
        self.state = state
        let next = editing.activities
        if next.map(\.identifier) != shown.map(\.identifier) { replace(by: next) }
        shown = next
        for activity in next { rows[activity.identifier]?.show(activity, state.icons[activity.identifier]) }
        problem.tell(editing.problem ?? "")
        problem.isVisible = editing.problem != nil
        if let reset = footer.buttons.last {
            if !editing.canReset, gtk_widget_has_focus(reset) != 0 { footer.takeFocus(first: true) }
            gtk_widget_set_sensitive(reset, editing.canReset ? 1 : 0)
        }
        menu?.show(editing)
    }

    /// Replaces the rows that stand elsewhere. The one that is being moved stays as it is, with the focus and the pointer on it,
    /// and its neighbours are put on its other side.
    private func replace(by next: [EditedActivity]) {
        let (old, new) = (shown.map(\.identifier), next.map(\.identifier))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let room = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        let (before, after) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
        // Rows are bound from here on.
        shown = next
        guard !old.isEmpty, waiting.isEmpty else { return fill(new) }
        let moving = dragged ?? menu?.moving ?? rows.values.first(where: \.hasFocus)?.identifier
        if let moving, before.first == moving, after.last == moving, before.count == after.count {
            splice(start + 1, before.count - 1, [])
            splice(start, 0, Array(after.dropLast()))
        } else if let moving, before.last == moving, after.first == moving, before.count == after.count {
            splice(start, before.count - 1, [])
            splice(start + 1, 0, Array(after.dropFirst()))
        } else {
            splice(start, before.count, after)
        }
    }

    /// The first rows at once, so that the page opens with the next frame, and the others when it has.
    private func fill(_ identifiers: [String]) {
        splice(0, Int(g_list_model_get_n_items(model)), Array(identifiers.prefix(Self.portion)))
        waiting = identifiers.dropFirst(Self.portion)
        fillLater()
    }

    private func fillLater() {
        filling =
            waiting.isEmpty
            ? nil
            : Source(after: .milliseconds(15)) { [weak self] in
                guard let self else { return }
                splice(Int(g_list_model_get_n_items(model)), 0, Array(waiting.prefix(Self.portion)))
                waiting = waiting.dropFirst(Self.portion)
                fillLater()
            }
    }

    private func splice(_ position: Int, _ removed: Int, _ added: [String]) {
        var texts = added.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
        gtk_string_list_splice(model, UInt32(position), UInt32(removed), &texts)
    }

    // MARK: Rows

    private func bind(_ item: OpaquePointer) {
        guard let identifier = Self.identifier(item),
            let activity = shown.first(where: { $0.identifier == identifier }),
            let row = EditRow(activity, words.editing, send)
        else { return }
        rows[identifier] = row
        row.show(activity, state.icons[identifier])
        row.onMenu = { [weak self] handle in self?.openMenu(identifier, at: handle) }
        row.onDrag = { [weak self] step in self?.drag(identifier, by: step) }
        row.widget.setDirection(direction)
        gtk_list_item_set_activatable(item, 0)
        gtk4_pass_focus(UnsafeMutableRawPointer(item))
        gtk_list_item_set_child(item, row.widget)
        row.name(gtk_widget_get_parent(row.widget))
        see(identifier)
    }

    private func unbind(_ item: OpaquePointer) {
        let child = gtk_list_item_get_child(item)
        if let identifier = Self.identifier(item), rows[identifier]?.widget == child {
            rows[identifier] = nil
        }
        gtk_list_item_set_child(item, nil)
    }

    private static func identifier(_ item: OpaquePointer) -> String? {
        gtk_list_item_get_item(item).flatMap { gtk_string_object_get_string(OpaquePointer($0)) }
            .map { String(cString: $0) }
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

    /// - Parameter step: nil where the pointer has been released.
    private func drag(_ identifier: String, by step: Int?) {
        dragged = step == nil ? nil : identifier
        guard let step else { return send(.edit(.drop)) }
        send(.edit(.drag(identifier, by: step)))
        index(identifier).map(reveal)
    }
}
