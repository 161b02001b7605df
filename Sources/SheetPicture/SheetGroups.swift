// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// The activities of one category after the other, each a grid of cells.
struct SheetGroups<Measure: TextMeasure> {
    private let activities: [SheetDrawing.Activity]
    private let metrics: SheetMetrics
    private let measure: Measure
    private let captions: [ActivityCaption]

    init(_ drawing: SheetDrawing, _ metrics: SheetMetrics, _ measure: Measure) {
        activities = drawing.activities
        self.metrics = metrics
        self.measure = measure
        captions = ActivityCaption.all(
            drawing.activities.map { ($0.title, $0.asks, $0.subtitle, $0.note) })
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
        let caption = captions[index]
        let tile = Rectangle(
            place.middleX - SheetMetrics.tile / 2, place.y + 8, SheetMetrics.tile, SheetMetrics.tile)
        let fit = fit(caption)
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
        if let small = caption.small {
            let text = measure.cut(small, metrics.subtitle, to: metrics.titleWidth)
            let box = Rectangle(place.x, y, place.width, 0)
            cell.subtitle = .centred(text, metrics.subtitle, .secondary, in: box, measure)
            y += metrics.subtitle.lineHeight
        }
        cell.target.height = max(SheetMetrics.target, y + 8 - place.y)
        return cell
    }

    private func fit(_ caption: ActivityCaption) -> TitleFit {
        TitleFit.fit(caption.title, width: metrics.titleWidth) { measure.width($0, metrics.title) }
    }
}
