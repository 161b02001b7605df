// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The sharing app and the content: symbol, name, kind, size and private facts. Opens the list of items,
/// unless the content is a single file.
final class SheetHead {
    let widget: Widget
    /// The asking app, and its title for the content.
    private let lines: [Widget]
    private let sign: ContentPicture
    private let name: Widget
    private let detail: Widget
    /// The caption on one line, which the list of items has whole; hidden if there is none.
    private let caption: Widget
    private let inside: InsideRow
    /// Warning below the other lines, in the colour of errors; hidden without a warning.
    private let warning: Widget
    /// The button that opens the list of items; nil for a single file without caption, which the head
    /// describes completely.
    private let opener: Disclosure?
    let options: OptionsButton
    /// Progress of the copies, in the head's lower margin.
    private let progress: ProgressBar
    private var shown: Shown?
    /// Maximum length of a single item's name beside the arrow, in letters: a longer one would widen the
    /// sheet.
    private static let maximumNameLength: Int32 = 22

    private struct Shown: Hashable {
        var items: [Item]
        var caption: String?
        var isOpen: Bool
        var inside: InsideLine?
        var warnings: [String]
    }

    /// The whole head, which can have the focus but cannot be pressed.
    let group: Widget
    var stops: [Widget] { [group, opener?.button, options.button].compactMap(\.self) }
    /// The head's text in one line, for screen readers.
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
        caption.add(class: "said")
        caption.isVisible = false
        warning.makeStatus()
        warning.isVisible = false
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        row.append(sign.widget)
        row.append(texts)
        let isSeveral = state.items.count > 1 || state.currentWords.caption != nil
        let hasMore = isSeveral || state.items.contains { SelectionSummary.whole($0) != nil }
        if hasMore { name.fitToText(longest: isSeveral ? -1 : Self.maximumNameLength) }
        opener = hasMore ? Self.opener(around: row, beside: name, send) : nil
        let content = opener?.button ?? row
        bar.append(content)
        bar.append(options.widget)
        gtk_widget_set_hexpand(content, 1)
    }

    /// The head's frame, by which the window is moved. A bottom sheet has a plain box: a double click on a
    /// handle would detach it from its edge.
    private static func frame(isCompact: Bool) -> Widget? {
        isCompact ? Widget.box(GTK_ORIENTATION_HORIZONTAL) : gtk_window_handle_new()
    }

    /// The lines for the asker and its title; empty if the content is all there is to show.
    private static func lines(_ state: SheetState) -> [Widget] {
        let asker = state.request.asker.flatMap { Widget.line($0.sentence(state.words), class: "asker") }
        // Cut at the start: the registered domain is at an origin's end.
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
        // The page that waits for the copies has its own bar.
        show(state.page == .activities ? state.options.preparing : nil, state.words)
        let next = Shown(
            items: state.items, caption: state.currentWords.caption, isOpen: state.showsItems,
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
        warning.announce(next.warnings.joined(separator: "\n"))
        group.set(name: [title, inside.text].filter { !$0.isEmpty }.joined(separator: ", "))
        group.set(
            description: ([summary, said] + next.warnings).filter { !$0.isEmpty }.joined(separator: ". "))
        opener?.button.set(name: [title, state.words.showItems].joined(separator: ", "))
        // Where a link leads: screen readers do not read the labels inside a button.
        if state.items.count == 1 { opener?.button.set(description: summary) }
        opener?.show(isOpen: state.showsItems)
    }

    private func show(_ preparation: Preparation?, _ words: Words) {
        progress.widget.isVisible = preparation != nil
        guard let preparation else { return progress.stopPulsing() }
        progress.widget.set(name: words.preparing)
        progress.show(preparation.fraction)
    }

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
    /// Makes a line as wide as its text, if there is room, so that another widget fits beside it.
    ///
    /// - Parameter longest: maximum width in letters; -1 for no maximum.
    fileprivate func fitToText(longest: Int32) {
        gtk_label_set_max_width_chars(opaque, longest)
        gtk_widget_set_hexpand(self, 0)
    }

    /// Cuts a link at the start, because the registered domain is at the end of its host.
    func setEllipsis(of items: [Item]) {
        let isLink = items.count == 1 && items[0].representation.type.hasPrefix("x-scheme-handler/")
        gtk_label_set_ellipsize(opaque, isLink ? PANGO_ELLIPSIZE_START : PANGO_ELLIPSIZE_MIDDLE)
    }
}

extension SheetRequest {
    /// The caller's title, safe to display; nil if it has no visible text.
    var displayedTitle: String? {
        guard let text = title.map({ DisplayedName($0).text }), !text.isEmpty else { return nil }
        return text
    }
}
