// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// How wide the panel is and what it stands before.
struct SheetFrame {
    let panelWidth: Double
    let windowWidth: Double

    init(_ drawing: SheetDrawing, _ metrics: SheetMetrics) {
        guard drawing.presentation == .popover else {
            panelWidth = SheetMetrics.phoneWidth - 2 * SheetMetrics.margin
            windowWidth = SheetMetrics.phoneWidth
            return
        }
        // Four cells, or as many as a window of ordinary width has room for.
        let columns = SheetMeasures.columns(textSize: metrics.textSize)
        panelWidth = Double(columns) * metrics.cellWidth + 20
        windowWidth = max(720, panelWidth + 120)
    }
}

extension SheetLayout {
    private static let surroundings = 28.0

    /// Beneath the share button of a window, with an arrow to it.
    mutating func placePopover(_ frame: SheetFrame) {
        let around = Self.surroundings
        let below = around + SheetMetrics.bar - 4 + SheetMetrics.arrow.height
        let height = max(420, SheetMetrics.bar + SheetMetrics.arrow.height + panel.height + 28)
        screen = Rectangle(around, around, frame.windowWidth, height)
        (width, self.height) = (screen.width + 2 * around, screen.height + 2 * around)
        let target = SheetMetrics.target
        shareButton = Rectangle(
            screen.maxX - 60 - target, screen.y + (SheetMetrics.bar - target) / 2, target, target)
        arrowX = shareButton.middleX
        move(dx: screen.maxX - 14 - panel.width, dy: below)
    }

    /// From the bottom of a phone's screen, with a button to cancel by beneath it.
    mutating func placeActionSheet(
        _ words: SheetDrawing.Words, _ metrics: SheetMetrics, _ measure: some TextMeasure
    ) {
        let around = Self.surroundings
        let button = max(56, metrics.cancel.lineHeight + 24)
        let below = SheetMetrics.margin + button + 26
        screen = Rectangle(around, around, SheetMetrics.phoneWidth, max(760, panel.height + below + 190))
        (width, height) = (screen.width + 2 * around, screen.height + 2 * around)
        let target = SheetMetrics.target
        shareButton = Rectangle(screen.maxX - 10 - target, screen.y + 48, target, target)
        move(dx: screen.x + SheetMetrics.margin, dy: screen.maxY - below - panel.height)
        let frame = Rectangle(panel.x, panel.maxY + SheetMetrics.margin, panel.width, button)
        let box = Rectangle(
            frame.x, frame.middleY - metrics.cancel.lineHeight / 2, frame.width, metrics.cancel.lineHeight)
        cancel = (frame, .centred(words.cancel, metrics.cancel, .accent, in: box, measure))
    }

    private mutating func move(dx: Double, dy: Double) {
        change { Rectangle($0.x + dx, $0.y + dy, $0.width, $0.height) }
    }

    mutating func mirror() {
        let width = width
        change { $0.mirrored(in: width) }
        screen = screen.mirrored(in: width)
        shareButton = shareButton.mirrored(in: width)
        arrowX = arrowX.map { width - $0 }
        guard let (button, line) = cancel else { return }
        var mirrored = line
        mirrored.frame = line.frame.mirrored(in: width)
        cancel = (button.mirrored(in: width), mirrored)
    }

    /// The panel and all that is in it.
    private mutating func change(_ move: (Rectangle) -> Rectangle) {
        panel = move(panel)
        header.tile = move(header.tile)
        header.title.frame = move(header.title.frame)
        header.detail.frame = move(header.detail.frame)
        dividers = dividers.map(move)
        for index in empty.indices { empty[index].frame = move(empty[index].frame) }
        for index in cells.indices { cells[index].change(move) }
    }
}

extension SheetLayout.Cell {
    fileprivate mutating func change(_ move: (Rectangle) -> Rectangle) {
        target = move(target)
        tile = move(tile)
        icon = move(icon)
        for index in title.indices { title[index].frame = move(title[index].frame) }
        if let frame = subtitle?.frame { subtitle?.frame = move(frame) }
    }
}
