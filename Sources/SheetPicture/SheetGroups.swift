// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// The activities of one category after the other, each a grid of cells.
struct SheetGroups<Measure: TextMeasure> {
    private let activities: [SheetDrawing.Activity]
    private let metrics: SheetMetrics
    private let measure: Measure
    /// Folded titles that more than one activity bears.
    private let twice: Set<String>

    init(_ drawing: SheetDrawing, _ metrics: SheetMetrics, _ measure: Measure) {
        activities = drawing.activities
        self.metrics = metrics
        self.measure = measure
        let folded = drawing.activities.map { TitleFolding.fold($0.title) }
        twice = Set(Dictionary(grouping: folded, by: \.self).filter { $0.value.count > 1 }.keys)
    }

    /// The cells of a category in a panel of that width; rows are as high as their highest cell.
    func rows(_ category: Manifest.Category, width: Double, top: Double) -> [SheetLayout.Cell] {
        let indices = activities.indices.filter { activities[$0].category == category }
        let columns = metrics.columns(in: width)
        let pitch = (width - 2 * inset(width, columns)) / Double(columns)
        var y = top
        var cells: [SheetLayout.Cell] = []
        for start in stride(from: 0, to: indices.count, by: columns) {
            var row = indices[start..<min(start + columns, indices.count)].enumerated().map { place, index in
                cell(index, Rectangle(inset(width, columns) + Double(place) * pitch, y, pitch, 0))
            }
            let height = row.map(\.target.height).max() ?? 0
            for index in row.indices { row[index].target.height = height }
            cells += row
            y += height
        }
        return cells
    }

    /// What is left beside the cells, on either side.
    private func inset(_ width: Double, _ columns: Int) -> Double {
        max(4, min(10, (width - Double(columns) * metrics.cellWidth) / 2))
    }

    private func cell(_ index: Int, _ place: Rectangle) -> SheetLayout.Cell {
        let activity = activities[index]
        let tile = Rectangle(
            place.middleX - SheetMetrics.tile / 2, place.y + 8, SheetMetrics.tile, SheetMetrics.tile)
        let fit = fit(activity)
        let style = metrics.title.scaled(fit.scale)
        var y = tile.maxY + 6
        var lines: [TextLine] = []
        for text in fit.text.split(separator: "\n") {
            let box = Rectangle(place.x, y, place.width, 0)
            lines.append(.centred(String(text), style, .title, in: box, measure))
            y += style.lineHeight
        }
        var cell = SheetLayout.Cell(
            index: index, target: place, tile: tile, icon: tile.square(SheetMetrics.icon), fit: fit,
            title: lines)
        if let small = small(activity) {
            let text = measure.cut(small, metrics.subtitle, to: metrics.titleWidth)
            let box = Rectangle(place.x, y, place.width, 0)
            cell.subtitle = .centred(text, metrics.subtitle, .secondary, in: box, measure)
            y += metrics.subtitle.lineHeight
        }
        cell.target.height = max(SheetMetrics.target, y + 8 - place.y)
        return cell
    }

    /// What stands beneath the title in small letters.
    private func small(_ activity: SheetDrawing.Activity) -> String? {
        let isTwice = twice.contains(TitleFolding.fold(activity.title))
        let parts = [isTwice ? activity.subtitle : nil, activity.note].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private func fit(_ activity: SheetDrawing.Activity) -> TitleFit {
        let isMarked = activity.asks && !activity.title.hasSuffix("…")
        return TitleFit.fit(activity.title + (isMarked ? "…" : ""), width: metrics.titleWidth) {
            measure.width($0, metrics.title)
        }
    }
}
