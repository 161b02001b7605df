// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import Glibc
import SheetSession

/// All that is shared, one beneath the other; each can be left out. Rows are made for what is in sight: a
/// sheet takes thousands.
final class ItemList: Page {
    let widget: Widget
    let scroller: Widget
    private let send: (SheetEvent) -> Void
    private let list: Widget
    private let model: OpaquePointer
    private let footer: PageFooter
    private var items: [Item] = []
    private var state: SheetState
    private var words: Words { state.words }
    private let direction: GtkTextDirection

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL), let scroller = Scroller.around(nil),
            let model = gtk_string_list_new(nil), let factory = gtk_signal_list_item_factory_new(),
            let selection = gtk_no_selection_new(model),
            let list: Widget = gtk_list_view_new(selection, factory),
            let footer = PageFooter([.init(state.words.back) { send(.showItems(false)) }])
        else { return nil }
        (self.widget, self.scroller) = (widget, scroller)
        (self.send, self.list, self.model) = (send, list, model)
        (self.footer, self.state) = (footer, state)
        direction = state.isMirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
        list.add(class: "items")
        list.set(name: state.words.showItems)
        gtk_scrolled_window_set_child(scroller.opaque, list)
        for part in [gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), scroller, footer.widget] {
            widget.append(part)
        }
        let rows = SignalSource(factory)
        rows.on("bind") { [weak self] (row: OpaquePointer) in self?.bind(row) }
        rows.on("unbind") { (row: OpaquePointer) in gtk_list_item_set_child(row, nil) }
    }

    func show(_ state: SheetState) {
        let next = state.listedItems
        guard next != items else { return }
        let change = Change(from: items, to: next)
        items = next
        var texts = items[change.new].map { UnsafePointer(strdup(name(of: $0))) } + [nil]
        defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
        gtk_string_list_splice(model, UInt32(change.old.lowerBound), UInt32(change.old.count), &texts)
    }

    /// Which rows to replace. The others stay, and with them the scroll position.
    private struct Change {
        let old: Range<Int>
        let new: Range<Int>

        init(from items: [Item], to next: [Item]) {
            // The last one cannot be taken out, so its row has no button.
            guard next.count > 1 else {
                (old, new) = (items.indices, next.indices)
                return
            }
            let start = zip(items, next).prefix { $0 == $1 }.count
            let room = min(items.count, next.count) - start
            let end = zip(items.reversed(), next.reversed()).prefix(room).prefix { $0 == $1 }.count
            (old, new) = (start..<items.count - end, start..<next.count - end)
        }
    }

    func takeFocus() { footer.takeFocus() }

    private func bind(_ row: OpaquePointer) {
        let index = Int(gtk_list_item_get_position(row))
        guard items.indices.contains(index), let content = content(items[index], row) else { return }
        content.setDirection(direction)
        gtk_list_item_set_activatable(row, 0)
        gtk_list_item_set_child(row, content)
        gtk_widget_get_parent(content)?.set(name: name(of: items[index]))
    }

    private func name(of item: Item) -> String { SelectionSummary.name(of: item) ?? words.text }

    private func content(_ item: Item, _ row: OpaquePointer) -> Widget? {
        let title = name(of: item)
        guard let content = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "item"),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL),
            let name = Widget.line(title, class: "name"),
            let detail = Widget.line(SelectionSummary([item], state).detail, class: "detail"),
            let remove: Widget = gtk_button_new()
        else { return nil }
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        detail.setEllipsis(of: [item])
        texts.append(name)
        texts.append(detail)
        remove.add(class: "plain")
        remove.add(class: "remove")
        gtk_button_set_child(remove.cast(), Widget.sign("window-close-symbolic", size: 16))
        gtk_widget_set_valign(remove, GTK_ALIGN_CENTER)
        remove.set(name: words.remove(title))
        remove.isVisible = items.count > 1
        // Its index now: items before it may have been taken out since.
        remove.signals.on("clicked") { [weak self] in
            self?.send(.removeItem(Int(gtk_list_item_get_position(row))))
        }
        for part in [ContentPicture([item], state.request.natures, size: 20)?.widget, texts, remove] {
            content.append(part)
        }
        return content
    }
}
