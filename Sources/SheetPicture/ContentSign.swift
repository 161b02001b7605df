// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// What stands for the content, small: no program here ever opens the content itself.
struct ContentSign {
    let kind: SheetDrawing.Summary.Kind
    let theme: SheetTheme
    let palette: SheetPalette
    let canvas: Canvas

    func paint(in frame: Rectangle) {
        guard kind != .picture else {
            return Landscape(theme: theme, canvas: canvas).paint(in: frame, corner: 10)
        }
        canvas.fill(frame, palette.tile, corner: 10)
        canvas.stroke(frame, palette.edge, corner: 10)
        let sign = frame.square(frame.width * 0.5)
        switch kind {
        case .document, .picture: page(sign)
        case .text: rows(sign, [0.12, 0.37, 0.62, 0.87])
        case .link: link(sign)
        case .folder: folder(sign)
        }
    }

    private func page(_ frame: Rectangle) {
        let sheet = Rectangle(frame.x + frame.width * 0.1, frame.y, frame.width * 0.8, frame.height)
        canvas.stroke(sheet, palette.accent, corner: 3, width: 1.8)
        rows(Rectangle(sheet.x + 4, sheet.y, sheet.width - 8, sheet.height), [0.3, 0.5, 0.7])
    }

    private func rows(_ frame: Rectangle, _ heights: [Double]) {
        for (index, height) in heights.enumerated() {
            let end = index == heights.count - 1 ? frame.x + frame.width * 0.6 : frame.maxX
            let y = frame.y + frame.height * height
            canvas.line([(frame.x, y), (end, y)], palette.accent, width: 1.8)
        }
    }

    private func link(_ frame: Rectangle) {
        let half = frame.width * 0.56
        let middle = frame.middleY - frame.height * 0.17
        canvas.stroke(
            Rectangle(frame.x, middle, half, frame.height * 0.34), palette.accent, corner: 4, width: 1.8)
        canvas.stroke(
            Rectangle(frame.maxX - half, middle, half, frame.height * 0.34), palette.accent, corner: 4,
            width: 1.8)
    }

    private func folder(_ frame: Rectangle) {
        let top = frame.y + frame.height * 0.2
        canvas.line(
            [
                (frame.x, top), (frame.x + frame.width * 0.4, top), (frame.x + frame.width * 0.5, top + 3.5),
                (frame.maxX, top + 3.5), (frame.maxX, frame.maxY - 2), (frame.x, frame.maxY - 2),
                (frame.x, top),
            ], palette.accent, width: 1.8)
    }
}
