// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The activities in two groups, those that share above those that act, each in the order of the daemon's reply. A few
/// that share have no row of their own, which would look as if something were missing.
final class ActivityGrid: Page {
    let widget: Widget
    private let desktop: Desktop
    private let send: (SheetEvent) -> Void
    let groups: Widget
    let scroller: Widget
    let footer: PageFooter
    private var shown: SheetState?
    private var columns = 0
    /// As they stand, row by row; empty rows are left out.
    private(set) var rows: [[ActivityButton]] = []
    private(set) var isMirrored = false
    private let isCompact: Bool
    private static let leastInARow = 3
    /// The activity that the focus returns to, from Cancel or from another page.
    var current: String?

    init?(_ state: SheetState, _ desktop: Desktop, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL),
            let groups = Widget.box(GTK_ORIENTATION_VERTICAL),
            let scroller = Scroller.around(groups),
            let footer = PageFooter([.init(state.words.cancel) { send(.leave) }])
        else { return nil }
        (self.widget, self.groups, self.scroller, self.footer) = (widget, groups, scroller, footer)
        (self.desktop, self.send) = (desktop, send)
        isCompact = state.request.isCompact
        widget.append(scroller)
        widget.append(footer.widget)
        groups.onKey(GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
            self?.press(key, modifiers) ?? false
        }
    }

    var buttons: [ActivityButton] { rows.flatMap(\.self) }

    func show(_ state: SheetState) {
        let isSame =
            state.activities == shown?.activities && state.titlesWithoutFolders == shown?.titlesWithoutFolders
        if !isSame { rebuildKeepingFocus(state) }
        shown = state
        for button in buttons { button.show(state.icons[button.identifier]) }
    }

    func takeFocus() {
        let button = buttons.first { $0.identifier == current } ?? buttons.first
        if let button { gtk_widget_grab_focus(button.widget) }
    }

    /// The only times that anything moves: the person has taken an item out, or made text so large or small that
    /// another number of columns has room.
    private func rebuild(_ state: SheetState) {
        columns = GridMeasures(widget, isCompact: isCompact).columns
        isMirrored = state.isMirrored
        groups.removeChildren()
        rows = []
        let captions = ActivityCaption.all(
            state.activities.map { activity in
                let taken = activity.taken.map { state.words.taken($0.count, of: state.items.count) }
                return (activity.title, activity.asksFirst, activity.subtitle, taken)
            })
        let captioned = zip(state.activities, captions).map { (activity: $0, caption: $1) }
        let sharing = captioned.filter { $0.activity.category == .share }
        let acting = captioned.filter { $0.activity.category == .action }
        if sharing.count < Self.leastInARow, !acting.isEmpty {
            add(sharing + acting, state.words.act)
        } else {
            add(sharing, state.words.share)
            add(acting, state.words.act)
        }
        addLeftOut(state)
        groups.setDirection(state.direction)
        fit()
    }

    /// One quiet line of what the folders among the items leave out.
    private func addLeftOut(_ state: SheetState) {
        let titles = state.titlesWithoutFolders
        guard !titles.isEmpty, let line = Widget.line(state.words.notForFolders(titles), class: "detail")
        else { return }
        gtk_label_set_ellipsize(line.opaque, PANGO_ELLIPSIZE_END)
        line.add(class: "left-out")
        groups.append(line)
    }

    private func add(_ activities: [(activity: Sheet.Activity, caption: ActivityCaption)], _ name: String) {
        guard !activities.isEmpty, let group: Widget = gtk_grid_new() else { return }
        groups.append(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
        group.add(class: "group")
        group.set(role: GTK_ACCESSIBLE_ROLE_GROUP)
        group.set(name: name)
        gtk_grid_set_column_homogeneous(group.cast(), 1)
        gtk_widget_set_halign(group, GTK_ALIGN_CENTER)
        groups.append(group)
        for (index, (activity, caption)) in activities.enumerated() {
            let press = { [weak self] in self?.choose(activity.identifier) ?? () }
            guard let button = ActivityButton(activity, caption, press: press) else { continue }
            if index % columns == 0 { rows.append([]) }
            rows[rows.count - 1].append(button)
            gtk_grid_attach(group.cast(), button.widget, Int32(index % columns), Int32(index / columns), 1, 1)
        }
        // A short group keeps the columns of a long one.
        for column in activities.count..<max(columns, activities.count) {
            guard let gap = Widget.box(GTK_ORIENTATION_HORIZONTAL) else { continue }
            gap.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
            gtk_grid_attach(group.cast(), gap, Int32(column), 0, 1, 1)
        }
    }

    /// Titles anew, since the font has changed or is known now.
    func refit() {
        guard let shown, GridMeasures(widget, isCompact: isCompact).columns != columns else { return fit() }
        rebuildKeepingFocus(shown)
        for button in buttons { button.show(shown.icons[button.identifier]) }
    }

    /// The focus stays on its activity, or goes to the first where that is no more.
    private func rebuildKeepingFocus(_ state: SheetState) {
        let focused = buttons.first { gtk_widget_is_focus($0.widget) != 0 }?.identifier
        rebuild(state)
        guard let focused else { return }
        current = focused
        takeFocus()
    }

    private func fit() {
        let measures = GridMeasures(widget, isCompact: isCompact)
        for button in buttons { button.fit(cellWidth: measures.cellWidth) }
    }

    private func choose(_ identifier: String) {
        send(.choose(identifier, activationToken: desktop.activationToken()))
    }
}
