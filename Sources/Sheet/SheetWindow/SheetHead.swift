// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// Who shares, and what: its sign, its name, its kind and size, and what is inside. Where there are several items it opens their
/// list.
final class SheetHead {
    let widget: Widget
    /// Who asks, and what they call this.
    private let lines: [Widget]
    private let sign: ContentPicture
    private let name: Widget
    private let detail: Widget
    /// The caption on one line, which the list of items has whole; hidden if there is none.
    private let caption: Widget
    private let inside: InsideRow
    /// Beneath the others, in the colour of faults; hidden where there is nothing to warn of.
    private let warning: Widget
    /// The button that opens the list of items; nil for a single file, of which the head says all.
    private let opener: Disclosure?
    let options: OptionsButton
    /// How far the copies are; its place is the head's lower margin.
    private let progress: ProgressBar
    private var shown: Shown?
    /// Letters of a name beside which the arrow stands: a longer one would make the sheet wider.
    private static let longestName: Int32 = 22

    private struct Shown: Hashable {
        var items: [Item]
        var caption: String?
        var isOpen: Bool
        var inside: InsideLine?
        var warnings: [String]
    }

    /// All of it, which takes the focus and which no key presses.
    let group: Widget
    /// The widgets above the page that Tab goes to.
    var stops: [Widget] { [group, opener?.button, options.button].compactMap(\.self) }
    /// All of it in one line, for a screen reader.
    var summary: String {
        let lines = (lines + [name, detail, caption]).filter(\.isVisible).map(\.text)
        return (lines + [inside.text, warning.text]).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Self.frame(isCompact: state.request.isCompact),
            let bar = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "head"),
            let row = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, class: "shared"),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL, spacing: 1),
            let name = Widget.line(class: "heading"), let detail = Widget.line(class: "detail"),
            let caption = Widget.line(class: "detail"),
            let inside = InsideRow(isCompact: state.request.isCompact),
            let warning = Widget.paragraph(class: "fault"),
            let sign = ContentPicture(state.items, state.request.natures, size: 24),
            let group = Widget.box(GTK_ORIENTATION_VERTICAL, class: "about"),
            let options = OptionsButton(state, send), let progress = ProgressBar()
        else { return nil }
        (self.widget, self.group) = (widget, group)
        (self.sign, self.name, self.detail) = (sign, name, detail)
        (self.caption, self.inside, self.warning) = (caption, inside, warning)
        (self.options, self.progress) = (options, progress)
        lines = Self.lines(state)
        for part in lines + [bar, caption, inside.widget, warning, Self.margin(around: progress)] {
            group.append(part)
        }
        group.set(role: GTK_ACCESSIBLE_ROLE_GROUP)
        gtk_widget_set_focusable(group, 1)
        if state.request.isCompact {
            gtk_widget_set_hexpand(group, 1)
            widget.append(group)
        } else {
            gtk_window_handle_set_child(widget.opaque, group)
        }
        let title = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        title?.append(name)
        for part in [title, detail] { texts.append(part) }
        for line in [caption, warning] { InsideRow.indent(line) }
        gtk_label_set_ellipsize(caption.opaque, PANGO_ELLIPSIZE_END)
        caption.isVisible = false
        warning.makeStatus()
        warning.isVisible = false
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        row.append(sign.widget)
        row.append(texts)
        let isSeveral = state.items.count > 1 || state.said.caption != nil
        let hasMore = isSeveral || state.items.contains { SelectionSummary.whole($0) != nil }
        if hasMore { name.fitToText(longest: isSeveral ? -1 : Self.longestName) }
        opener = hasMore ? Self.opener(around: row, beside: name, send) : nil
        let content = opener?.button ?? row
        bar.append(content)
        bar.append(options.widget)
        gtk_widget_set_hexpand(content, 1)
    }

    /// A handle by which the window is moved. A sheet from the bottom has none: it would leave its edge at a double click.
    private static func frame(isCompact: Bool) -> Widget? {
        isCompact ? Widget.box(GTK_ORIENTATION_HORIZONTAL) : gtk_window_handle_new()
    }

    /// One line each; where there are none, what is shared stands alone.
    private static func lines(_ state: SheetState) -> [Widget] {
        let asker = state.request.asker.flatMap { Widget.line($0.sentence(state.words), class: "asker") }
        // The end of an origin is what was registered.
        if let asker { gtk_label_set_ellipsize(asker.opaque, PANGO_ELLIPSIZE_START) }
        let title = state.request.displayedTitle.map(state.words.quoted)
        let lines = [asker, title.flatMap { Widget.line($0, class: "caller") }].compactMap(\.self)
        lines.first?.set(role: GTK_ACCESSIBLE_ROLE_HEADING)
        lines.first?.add(class: "first")
        for line in lines { gtk_label_set_xalign(line.opaque, 0.5) }
        return lines
    }

    private static func margin(around progress: ProgressBar) -> Widget? {
        let margin = Widget.box(GTK_ORIENTATION_VERTICAL, class: "margin")
        margin?.append(progress.widget)
        progress.widget.isVisible = false
        return margin
    }

    private static func opener(
        around row: Widget, beside name: Widget, _ send: @escaping (SheetEvent) -> Void
    ) -> Disclosure? {
        let arrow = Disclosure.arrow
        gtk_widget_get_parent(name)?.append(arrow)
        return Disclosure(row, arrow: arrow) { send(.showItems($0)) }
    }

    func show(_ state: SheetState) {
        options.show(state)
        // The page of what waits for the copies has a bar of its own.
        show(state.page == .activities ? state.options.preparing : nil, state.words)
        let next = Shown(
            items: state.items, caption: state.said.caption, isOpen: state.showsItems,
            inside: state.insideLine,
            warnings: state.warnings)
        guard next != shown else { return }
        if next.items != shown?.items { sign.show(state.items, state.request.natures) }
        shown = next
        let title =
            state.items.count == 1
            ? SelectionSummary.name(of: state.items[0]) ?? state.words.text
            : state.words.items(state.items.count)
        let summary = SelectionSummary(state.items, state).detail
        name.set(text: title)
        detail.show(text: summary)
        detail.setEllipsis(of: state.items)
        let said = next.caption.map { DisplayedName($0).text } ?? ""
        caption.show(text: said)
        let hasPlace = next.warnings.isEmpty && state.selected.contains(where: \.mayHoldFacts)
        inside.show(next.inside, hasPlace: hasPlace)
        warning.isVisible = !next.warnings.isEmpty
        warning.tell(next.warnings.joined(separator: "\n"))
        group.set(name: [title, inside.text].filter { !$0.isEmpty }.joined(separator: ", "))
        group.set(
            description: ([summary, said] + next.warnings).filter { !$0.isEmpty }.joined(separator: ". "))
        opener?.button.set(name: [title, state.words.showItems].joined(separator: ", "))
        opener?.show(isOpen: state.showsItems)
    }

    private func show(_ preparation: Preparation?, _ words: Words) {
        progress.widget.isVisible = preparation != nil
        guard let preparation else { return progress.rest() }
        progress.widget.set(name: words.preparing)
        progress.show(preparation.fraction)
    }

    /// The font has changed.
    func refit() { inside.fit() }

    func show(_ thumbnail: Thumbnail?) { sign.show(thumbnail) }
}

extension SelectionSummary {
    init(_ items: [Item], _ state: SheetState) {
        self.init(
            items, folder: state.words.folder, program: state.words.program, natures: state.request.natures,
            locale: state.locale, units: .ofDesktop)
    }
}

extension Widget {
    /// A line that something stands beside: as wide as its text, where there is room for it.
    ///
    /// - Parameter longest: in letters; -1 for any length.
    fileprivate func fitToText(longest: Int32) {
        gtk_label_set_max_width_chars(opaque, longest)
        gtk_widget_set_hexpand(self, 0)
    }

    /// The end of a link's host is what was registered.
    func setEllipsis(of items: [Item]) {
        let isLink = items.count == 1 && items[0].representation.type.hasPrefix("x-scheme-handler/")
        gtk_label_set_ellipsize(opaque, isLink ? PANGO_ELLIPSIZE_START : PANGO_ELLIPSIZE_MIDDLE)
    }
}

extension SheetRequest {
    /// The caller's title, safe to show; nil where nothing of it can be seen.
    var displayedTitle: String? {
        guard let text = title.map({ DisplayedName($0).text }), !text.isEmpty else { return nil }
        return text
    }
}
