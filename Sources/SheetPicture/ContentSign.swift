// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// What stands for the content, small: no program here ever opens the content itself.
struct ContentSign {
    let kind: SheetDrawing.Summary.Kind
    let theme: SheetTheme
    let palette: SheetPalette
    let canvas: Canvas

    func paint(in place: Rectangle) {
        guard kind != .picture else {
            return Landscape(theme: theme, canvas: canvas).paint(in: place, corner: 10)
        }
        canvas.fill(place, palette.tile, corner: 10)
        canvas.stroke(place, palette.edge, corner: 10)
        let sign = place.square(place.width * 0.5)
        switch kind {
        case .document, .picture: page(sign)
        case .text: rows(sign, [0.12, 0.37, 0.62, 0.87])
        case .link: link(sign)
        case .folder: folder(sign)
        }
    }

    private func page(_ place: Rectangle) {
        let sheet = Rectangle(place.x + place.width * 0.1, place.y, place.width * 0.8, place.height)
        canvas.stroke(sheet, palette.accent, corner: 3, width: 1.8)
        rows(Rectangle(sheet.x + 4, sheet.y, sheet.width - 8, sheet.height), [0.3, 0.5, 0.7])
    }

    private func rows(_ place: Rectangle, _ heights: [Double]) {
        for (index, height) in heights.enumerated() {
            let end = index == heights.count - 1 ? place.x + place.width * 0.6 : place.maxX
            let y = place.y + place.height * height
            canvas.line([(place.x, y), (end, y)], palette.accent, width: 1.8)
        }
    }

    private func link(_ place: Rectangle) {
        let half = place.width * 0.56
        let middle = place.middleY - place.height * 0.17
        canvas.stroke(
            Rectangle(place.x, middle, half, place.height * 0.34), palette.accent, corner: 4, width: 1.8)
        canvas.stroke(
            Rectangle(place.maxX - half, middle, half, place.height * 0.34), palette.accent, corner: 4,
            width: 1.8)
    }

    private func folder(_ place: Rectangle) {
        let top = place.y + place.height * 0.2
        canvas.line(
            [
                (place.x, top), (place.x + place.width * 0.4, top), (place.x + place.width * 0.5, top + 3.5),
                (place.maxX, top + 3.5), (place.maxX, place.maxY - 2), (place.x, place.maxY - 2),
                (place.x, top),
            ], palette.accent, width: 1.8)
    }
}
