// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession
import StrictJSON

/// The activities in two groups, those that share above those that act, each in the order of the daemon's reply. A few
/// that share have no row of their own, which would look as if something were missing. Above them stands what is one press
/// away.
final class ActivityGrid: Page {
    private let desktop: Desktop
    private let send: (SheetEvent) -> Void
    let groups: Widget
    /// Opens the page on which all of them are edited.
    let edit: Widget
    private var shown: SheetState?
    private var columns = 0
    private var quick: QuickAccessRow?
    private var groupRows: [[GridCell]] = []
    private var separators: [Widget] = []
    private var wasPainted = false
    /// As they stand, row by row; empty rows are left out.
    var rows: [[GridCell]] { (quick?.rows ?? []) + groupRows }
    private(set) var isMirrored = false
    private let isCompact: Bool
    private static let leastInARow = 3
    /// Key of the cell that the focus returns to, from Cancel or from another page.
    var current: ExactText?
    /// Calls where a menu has come, which is a page to press on as well.
    var onMenu: () -> Void = {}
    /// Called where the cell that had the focus is no more.
    var onLoss: () -> Void = {}

    init?(_ state: SheetState, _ desktop: Desktop, _ send: @escaping (SheetEvent) -> Void) {
        guard let groups = Widget.box(GTK_ORIENTATION_VERTICAL),
            let list = Widget.box(GTK_ORIENTATION_VERTICAL), let edit = EditPage.opener(state.words, send)
        else { return nil }
        (self.groups, self.edit, self.desktop, self.send) = (groups, edit, desktop, send)
        isCompact = state.request.isCompact
        groups.add(class: "groups")
        list.append(groups)
        list.append(edit)
        super.init(list, PageFooter([.init(state.words.cancel, .quiet) { send(.leave) }]))
        groups.onKey(GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
            self?.press(key, modifiers) ?? false
        }
    }

    var buttons: [GridCell] { rows.flatMap(\.self) }

    /// Places left in the last line of the first row; none where there is no row.
    var room: Int { quick?.room ?? 0 }

    /// Returns the focus to an activity, unless the cell that it returns to leads there.
    func returnFocus(to identifier: String) {
        let leads = buttons.first { $0.key == current }?.identifiers.contains(identifier) ?? false
        if !leads { current = ExactText(identifier) }
    }

    override func show(_ state: SheetState) {
        let isSame =
            state.activities == shown?.activities && state.titlesWithoutFolders == shown?.titlesWithoutFolders
        let goesOn = quick?.goesOn(with: state.quickAccess) ?? state.quickAccess.tiles.isEmpty
        if !isSame || !goesOn { rebuildKeepingFocus(state) }
        shown = state
        wasPainted = wasPainted || state.quickAccess.isPainted
        quick?.show(state, cellWidth: GridMeasures(widget, isCompact: isCompact).cellWidth)
        for button in buttons { button.show(state) }
    }

    /// Whether the person has chosen a cell, which is still there.
    var hasChosen: Bool { buttons.contains { $0.key == current } }

    override func takeFocus() {
        let buttons = buttons
        let chosen = buttons.first { $0.key == current } ?? buttons.first { !$0.isDimmed } ?? buttons.first
        guard let chosen else { return }
        current = chosen.key
        gtk_widget_grab_focus(chosen.widget)
    }

    /// The only times that anything moves: the person has taken an item out, or made text so large or small that
    /// another number of columns has room, or nothing has been painted yet.
    private func rebuild(_ state: SheetState) {
        columns = GridMeasures(widget, isCompact: isCompact).columns
        isMirrored = state.isMirrored
        groups.removeChildren()
        (groupRows, separators) = ([], [])
        let captions = ActivityCaption.all(
            state.activities.map { activity in
                let taken = activity.taken.map { state.words.taken($0.count, of: state.items.count) }
                let mark = activity.asksFirst ? state.words.askingMark : ""
                return (activity.title, mark, activity.subtitle, taken)
            })
        let captioned = zip(state.activities, captions).map { (activity: $0, caption: $1) }
        addQuickAccess(state, captioned)
        let sharing = captioned.filter { $0.activity.category == .share }
        let acting = captioned.filter { $0.activity.category == .action }
        if sharing.count < Self.leastInARow, !acting.isEmpty {
            add(sharing + acting, state.words.act, state)
        } else {
            add(sharing, state.words.share, state)
            add(acting, state.words.act, state)
        }
        addLeftOut(state)
        groups.setDirection(state.direction)
        fit()
    }

    private func addQuickAccess(
        _ state: SheetState, _ captioned: [(activity: Sheet.Activity, caption: ActivityCaption)]
    ) {
        quick = QuickAccessRow(
            state, captioned, columns: columns,
            .init(
                choose: { [weak self] in
                    self?.choose($0)
                },
                chooseTarget: { [weak self] target in
                    guard let self else { return }
                    send(.chooseTarget(target, activationToken: desktop.activationToken()))
                }, menuCame: { [weak self] in self?.onMenu() }))
        guard let quick else { return }
        addSeparator()
        groups.append(quick.widget)
    }

    private func addSeparator() {
        guard let separator = Widget.separator else { return }
        separators.append(separator)
        groups.append(separator)
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

    private func add(
        _ activities: [(activity: Sheet.Activity, caption: ActivityCaption)], _ name: String,
        _ state: SheetState
    ) {
        guard !activities.isEmpty, let group: Widget = gtk_grid_new() else { return }
        addSeparator()
        group.add(class: "group")
        group.set(role: GTK_ACCESSIBLE_ROLE_GROUP)
        group.set(name: name)
        gtk_grid_set_column_homogeneous(group.cast(), 1)
        gtk_widget_set_halign(group, GTK_ALIGN_CENTER)
        groups.append(group)
        for (index, (activity, caption)) in activities.enumerated() {
            let press = { [weak self] in self?.choose(activity.identifier) ?? () }
            let firstRow = state.quickAccess.has(activity.identifier) ? state.words.targets.quickAccess : nil
            guard let button = ActivityButton(activity, caption, firstRow: firstRow, press: press) else {
                continue
            }
            if index % columns == 0 { groupRows.append([]) }
            groupRows[groupRows.count - 1].append(button)
            gtk_grid_attach(group.cast(), button.widget, Int32(index % columns), Int32(index / columns), 1, 1)
        }
        group.padRow(from: activities.count, columns: columns)
    }

    /// Titles anew, since the font has changed or is known now.
    func refit() {
        guard let shown, GridMeasures(widget, isCompact: isCompact).columns != columns else { return fit() }
        rebuildKeepingFocus(shown)
        for button in buttons { button.show(shown) }
    }

    /// The focus stays on its cell. Where that is no more, or the person has not seen it yet, nothing is chosen.
    private func rebuildKeepingFocus(_ state: SheetState) {
        let focused = buttons.first { gtk_widget_is_focus($0.widget) != 0 }?.key
        let former = focused ?? current
        rebuild(state)
        if wasPainted { current = former } else if focused != nil { current = nil }
        if focused != nil { hasChosen ? takeFocus() : onLoss() }
    }

    private func fit() {
        let measures = GridMeasures(widget, isCompact: isCompact)
        for button in buttons { button.fit(cellWidth: measures.cellWidth) }
        // One edge for all that does not stand in the grid.
        let edge = Int32(measures.edge.rounded())
        for part in separators + [quick?.title].compactMap(\.self) { part.set(margins: edge) }
        edit.set(margins: edge - EditPage.openerPadding)
    }

    private func choose(_ identifier: String) {
        send(.choose(identifier, activationToken: desktop.activationToken()))
    }
}

extension Widget {
    fileprivate func set(margins: Int32) {
        gtk_widget_set_margin_start(self, margins)
        gtk_widget_set_margin_end(self, margins)
    }

    /// A short group keeps the columns of a long one.
    func padRow(from count: Int, columns: Int) {
        for column in count..<max(columns, count) {
            guard let gap = Widget.box(GTK_ORIENTATION_HORIZONTAL) else { continue }
            gap.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
            gtk_grid_attach(cast(), gap, Int32(column), 0, 1, 1)
        }
    }
}
