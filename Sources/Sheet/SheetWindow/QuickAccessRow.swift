// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession
import StrictJSON

/// The sheet's first row: starred activities and targets, below a title. A sentence replaces the title after
/// a press on an unavailable target. New tiles are added only at the end; each tile has room for two lines of
/// text, so that none makes the row higher.
final class QuickAccessRow {
    struct Actions {
        let choose: (String) -> Void
        let chooseTarget: (Sheet.Target) -> Void
        let menuCame: () -> Void
    }

    let widget: Widget
    private let grid: Widget
    let title: Widget
    private let actions: Actions
    private let columns: Int
    private var cells: [GridCell] = []

    /// Fails if there is no tile to show.
    init?(
        _ state: SheetState, _ captioned: [(activity: Sheet.Activity, caption: ActivityCaption)],
        columns: Int,
        _ actions: Actions
    ) {
        let tiles = state.quickAccess.tiles
        guard !tiles.isEmpty, let widget = Widget.box(GTK_ORIENTATION_VERTICAL, class: "quick"),
            let title = Widget.line(state.words.targets.quickAccess, class: "caption"),
            let grid: Widget = gtk_grid_new()
        else { return nil }
        (self.widget, self.title, self.grid) = (widget, title, grid)
        (self.actions, self.columns) = (actions, columns)
        title.makeStatus()
        grid.add(class: "group")
        grid.set(role: GTK_ACCESSIBLE_ROLE_GROUP)
        grid.set(name: state.words.targets.quickAccess)
        gtk_grid_set_column_homogeneous(grid.cast(), 1)
        gtk_widget_set_halign(grid, GTK_ALIGN_CENTER)
        widget.append(title)
        widget.append(grid)
        let twins = Self.captions(tiles)
        for (tile, caption) in zip(tiles, twins) {
            let activity = captioned.first { .activity($0.activity.identifier) == tile }
            let cell: GridCell? =
                if let activity {
                    ActivityButton(activity.activity, activity.caption, key: tile.key) {
                        actions.choose(activity.activity.identifier)
                    }
                } else {
                    TargetButton(tile, state, subtitle: caption.small, actions)
                }
            if let cell { add(cell) }
        }
        grid.padRow(from: cells.count, columns: columns)
    }

    /// Captions. Targets with the same name are distinguished by their activities, or within one activity by
    /// their details.
    private static func captions(_ tiles: [QuickAccess.Tile]) -> [ActivityCaption] {
        let targets = tiles.compactMap { if case .target(let target) = $0 { target } else { nil } }
        let twins = Dictionary(grouping: targets) { TitleFolding.fold($0.label) }
        return ActivityCaption.all(
            tiles.map { tile in
                guard case .target(let target) = tile else { return (tile.key.text, "", nil, nil) }
                let others = twins[TitleFolding.fold(target.label)] ?? []
                let isOfOne = others.allSatisfy { $0.way.identifier.isExactly(target.way.identifier) }
                return (target.label, "", isOfOne ? target.detail : target.way.title, nil)
            })
    }

    private func add(_ cell: GridCell) {
        let (column, line) = (Int32(cells.count % columns), Int32(cells.count / columns))
        if let gap = gtk_grid_get_child_at(grid.cast(), column, line) { gtk_grid_remove(grid.cast(), gap) }
        gtk_grid_attach(grid.cast(), cell.widget, column, line, 1, 1)
        cells.append(cell)
    }

    var rows: [[GridCell]] {
        stride(from: 0, to: cells.count, by: columns).map {
            Array(cells[$0..<min($0 + columns, cells.count)])
        }
    }

    var room: Int { (columns - cells.count % columns) % columns }

    /// Whether each shown tile keeps its place. An unpainted row is rebuilt to add tiles.
    func goesOn(with next: QuickAccess) -> Bool {
        next.tiles.count >= cells.count && zip(cells, next.tiles).allSatisfy { $0.key == $1.key }
            && (next.isPainted || next.tiles.count == cells.count)
    }

    func show(_ state: SheetState, cellWidth: Double) {
        title.announce(state.targetNotice ?? state.words.targets.quickAccess)
        for tile in state.quickAccess.tiles.dropFirst(cells.count) {
            guard let cell = TargetButton(tile, state, subtitle: nil, actions) else { continue }
            cell.waitForQuiet()
            add(cell)
            cell.widget.setDirection(state.direction)
            cell.fit(cellWidth: cellWidth)
        }
    }
}
