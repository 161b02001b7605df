// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The page that lists the shared items, with links and texts in full, then the caption, each with a button
/// that removes it.
final class ItemList: Page {
    private let send: (SheetEvent) -> Void
    private let list: RowList
    private var items: [Item] = []
    private var caption: String?
    private var state: SheetState
    private var words: Words { state.words }

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        weak var page: ItemList?
        let list = RowList(state.words.showItems, state.direction) { page?.row($0) }
        guard let list else { return nil }
        (self.send, self.list, self.state) = (send, list, state)
        let footer = PageFooter([.init(state.words.back) { send(.showItems(false)) }])
        super.init(list.widget, footer, above: [Widget.separator])
        page = self
    }

    /// Updates the rows; unchanged rows keep the scroll position.
    override func show(_ state: SheetState) {
        let (next, said) = (state.listedItems, state.currentWords.caption)
        guard next != items || said != caption else { return }
        // A single item cannot be removed, so its row is rebuilt without the button.
        let change =
            next.count > 1 ? RowList.difference(items, next) : (old: items.indices, new: next.indices)
        if caption != nil { list.replace(items.count..<items.count + 1, by: []) }
        (items, caption) = (next, said)
        list.replace(change.old, by: items[change.new].map(name(of:)))
        if let said { list.replace(items.count..<items.count, by: [DisplayedName(said).text]) }
    }

    private func row(_ row: OpaquePointer) -> RowList.Row? {
        let index = Int(gtk_list_item_get_position(row))
        guard items.indices.contains(index) else { return caption.flatMap(row(ofCaption:)) }
        guard let content = content(items[index], row) else { return nil }
        return RowList.Row(widget: content, name: name(of: items[index]))
    }

    private func row(ofCaption caption: String) -> RowList.Row? {
        let text = DisplayedName.lines(caption)
        guard let content = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "item"),
            let words = Widget.paragraph(text, class: "detail"),
            let remove = remover(
                of: DisplayedName(caption).text, { [weak self] in self?.send(.removeCaption) })
        else { return nil }
        for part in [words, remove] { content.append(part) }
        return RowList.Row(widget: content, name: text)
    }

    private func remover(of name: String, _ press: @escaping () -> Void) -> Widget? {
        let remove: Widget? = gtk_button_new()
        guard let remove else { return nil }
        remove.add(class: "plain")
        remove.add(class: "remove")
        gtk_button_set_child(remove.cast(), Widget.symbolicIcon("window-close-symbolic", size: 16))
        gtk_widget_set_valign(remove, GTK_ALIGN_CENTER)
        remove.set(name: words.remove(name))
        remove.signals.on("clicked", press)
        return remove
    }

    private func name(of item: Item) -> String { SelectionSummary.name(of: item) ?? words.text }

    private func content(_ item: Item, _ row: OpaquePointer) -> Widget? {
        let title = name(of: item)
        let whole = SelectionSummary.whole(item).flatMap { Widget.paragraph($0, class: "name") }
        guard let content = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "item"),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL),
            let name = whole ?? Widget.line(title, class: "name"),
            let detail = Widget.line(SelectionSummary([item], state).detail, class: "detail"),
            // The current index: items before it may have been removed.
            let remove = remover(
                of: title,
                { [weak self] in self?.send(.removeItem(Int(gtk_list_item_get_position(row)))) })
        else { return nil }
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        // Selectable, so that the person can scroll a text that is longer than the page with the cursor.
        if let whole { gtk_label_set_selectable(whole.opaque, 1) }
        detail.setEllipsis(of: [item])
        texts.append(name)
        texts.append(detail)
        remove.isVisible = items.count > 1
        for part in [ContentPicture([item], state.request.natures, size: 20)?.widget, texts, remove] {
            content.append(part)
        }
        return content
    }
}
