// SPDX-License-Identifier: Apache-2.0

import CGtk4
import Glibc

/// A list that makes rows only when they are visible: there may be thousands.
final class RowList {
    struct Row {
        let widget: Widget
        let name: String
        var description: String?
    }

    let widget: Widget
    private let model: OpaquePointer

    /// - Parameters:
    ///   - name: the list's name for screen readers.
    ///   - make: makes the row of an item, whose text is one of the inserted strings.
    ///   - gone: called when an item's row is removed.
    init?(
        _ name: String, _ direction: GtkTextDirection, make: @escaping (OpaquePointer) -> Row?,
        gone: @escaping (OpaquePointer) -> Void = { _ in }
    ) {
        guard let model = gtk_string_list_new(nil), let factory = gtk_signal_list_item_factory_new(),
            let selection = gtk_no_selection_new(model),
            let widget: Widget = gtk_list_view_new(selection, factory)
        else { return nil }
        (self.widget, self.model) = (widget, model)
        widget.add(class: "items")
        widget.set(name: name)
        let items = SignalSource(factory)
        items.on("bind") { (item: OpaquePointer) in
            guard let row = make(item) else { return }
            row.widget.setDirection(direction)
            gtk_list_item_set_activatable(item, 0)
            gtk_list_item_set_child(item, row.widget)
            // The list's own widget around the row.
            let parent = gtk_widget_get_parent(row.widget)
            parent?.set(name: row.name)
            if let description = row.description { parent?.set(description: description) }
        }
        items.on("unbind") { (item: OpaquePointer) in
            gone(item)
            gtk_list_item_set_child(item, nil)
        }
    }

    var count: Int { Int(g_list_model_get_n_items(model)) }

    func replace(_ range: Range<Int>, by texts: [String]) {
        var texts = texts.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
        gtk_string_list_splice(model, UInt32(range.lowerBound), UInt32(range.count), &texts)
    }

    func scroll(to index: Int) {
        gtk_widget_activate_action_variant(
            widget, "list.scroll-to-item", g_variant_new_uint32(UInt32(index)))
    }

    static func text(_ item: OpaquePointer) -> String? {
        gtk_list_item_get_item(item).flatMap { gtk_string_object_get_string(OpaquePointer($0)) }
            .map { String(cString: $0) }
    }

    /// The differing middle parts of two lists, without their common beginning and end.
    static func difference<Element: Equatable>(
        _ old: [Element], _ new: [Element]
    ) -> (old: Range<Int>, new: Range<Int>) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let room = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        return (start..<old.count - end, start..<new.count - end)
    }
}
