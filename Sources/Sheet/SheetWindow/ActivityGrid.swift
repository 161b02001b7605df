// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession
import StrictJSON

/// The activities in two groups, sharing above acting, each in the order of the daemon's reply. With fewer
/// than three sharing activities the groups are joined, because the row would look incomplete. Quick access
/// is above both.
final class ActivityGrid: Page {
    private let desktop: Desktop
    private let send: (SheetEvent) -> Void
    let groups: Widget
    let edit: Widget
    private var shown: SheetState?
    private var columns = 0
    private var quick: QuickAccessRow?
    private var groupRows: [[GridCell]] = []
    private var separators: [Widget] = []
    private var wasPainted = false
    /// Cells as displayed, row by row, without empty rows.
    var rows: [[GridCell]] { (quick?.rows ?? []) + groupRows }
    private(set) var isMirrored = false
    private let isCompact: Bool
    private static let minimumPerRow = 3
    /// Key of the cell that gets the focus when the grid is shown again.
    var current: ExactText?
    /// Called when a menu has opened, which counts as a change of the page.
    var onMenu: () -> Void = {}
    /// Called when the focused cell no longer exists.
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

    /// Free places in the first row's last line; 0 without a first row.
    var room: Int { quick?.room ?? 0 }

    /// Makes an activity's cell current, unless the current cell leads to that activity.
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

    /// Whether the current cell still exists.
    var hasChosen: Bool { buttons.contains { $0.key == current } }

    override func takeFocus() {
        let buttons = buttons
        let chosen = buttons.first { $0.key == current } ?? buttons.first { !$0.isDimmed } ?? buttons.first
        guard let chosen else { return }
        current = chosen.key
        gtk_widget_grab_focus(chosen.widget)
    }

    /// Lays out all cells. Cells move only when the list changes, when a new text size changes the number of
    /// columns, or before the first paint.
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
        if sharing.count < Self.minimumPerRow, !acting.isEmpty {
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

    /// Adds a subdued line with the activities that do not accept folders.
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

    /// Fits the titles again after the font has changed or become known; rebuilds if that changes the number
    /// of columns.
    func refit() {
        guard let shown, GridMeasures(widget, isCompact: isCompact).columns != columns else { return fit() }
        rebuildKeepingFocus(shown)
        for button in buttons { button.show(shown) }
    }

    /// Rebuilds and keeps the focus on its cell. If the cell is gone, or the grid has not been painted yet,
    /// no cell is chosen.
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
        // One left edge for everything outside the grid.
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

    /// Fills the first row of a short group with placeholders, so that all groups have the same columns.
    func padRow(from count: Int, columns: Int) {
        for column in count..<max(columns, count) {
            guard let gap = Widget.box(GTK_ORIENTATION_HORIZONTAL) else { continue }
            gap.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
            gtk_grid_attach(cast(), gap, Int32(column), 0, 1, 1)
        }
    }
}
