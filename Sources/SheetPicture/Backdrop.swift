// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// What a sheet stands before: an app's window, or the screen of a phone.
struct Backdrop {
    let drawing: SheetDrawing
    let layout: SheetLayout
    let theme: SheetTheme
    let palette: SheetPalette
    let canvas: Canvas

    func paint() {
        drawing.presentation == .popover ? paintWindow() : paintPhone()
    }

    private func paintWindow() {
        let window = layout.screen
        canvas.shadow(window, corner: 14, strength: palette.shadow * 0.8, reach: 24)
        canvas.fill(window, palette.bar, corner: 14)
        let bar = Rectangle(window.x, window.y, window.width, SheetMetrics.bar)
        paintBarTitle(bar)
        let room = Rectangle(window.x + 1, bar.maxY, window.width - 2, window.height - SheetMetrics.bar - 1)
        canvas.clipped(window, corner: 14) { paintContent(room, corner: 0) }
        canvas.stroke(window, palette.edge, corner: 14)
        let pressed = layout.shareButton.inset(4)
        canvas.fill(pressed, palette.divider, corner: 9)
        canvas.shareSign(in: layout.shareButton.square(20), palette.title)
        let close = Rectangle(window.maxX - 40, bar.middleY - 12, 24, 24)
        canvas.closeSign(
            in: drawing.isMirrored ? close.mirrored(in: layout.width) : close, palette.title,
            on: palette.divider)
    }

    private func paintBarTitle(_ bar: Rectangle) {
        let style = SheetMetrics(textSize: 1).bar
        let title = canvas.text.cut(
            drawing.summary.title, style, to: bar.width - (drawing.presentation == .popover ? 260 : 120))
        let line = TextLine.centred(
            title, style, .title,
            in: Rectangle(bar.x, bar.middleY - style.lineHeight / 2, bar.width, style.lineHeight), canvas.text
        )
        canvas.write(line.text, line.style, palette.title, in: line.frame)
    }

    private func paintPhone() {
        let screen = layout.screen
        canvas.shadow(screen.inset(-9), corner: 53, strength: palette.shadow, reach: 24)
        canvas.fill(screen.inset(-9), Colour(0x16181D), corner: 53)
        canvas.stroke(screen.inset(-9), Colour(0xFFFFFF, 0.14), corner: 53)
        canvas.clipped(screen, corner: 44) {
            canvas.fill(screen, palette.bar)
            let top = layout.shareButton
            paintBarTitle(Rectangle(screen.x, top.y, screen.width, top.height))
            canvas.shareSign(in: top.square(20), palette.accent)
            let room = Rectangle(screen.x, top.maxY + 8, screen.width, screen.maxY - top.maxY - 8)
            paintContent(room, corner: 0)
            canvas.fill(screen, palette.scrim)
        }
        canvas.fill(Rectangle(screen.middleX - 52, screen.y + 11, 104, 26), Colour(0x16181D), corner: 13)
        let home = Rectangle(screen.middleX - 66, screen.maxY - 13, 132, 5)
        canvas.fill(home, Colour(0xFFFFFF, 0.85), corner: 2.5)
    }

    private func paintContent(_ room: Rectangle, corner: Double) {
        guard drawing.summary.kind != .picture else {
            return Landscape(theme: theme, canvas: canvas).paint(in: room, corner: corner)
        }
        canvas.clipped(room, corner: corner) {
            canvas.fill(room, palette.panel)
            paintPage(
                Rectangle(
                    room.middleX - min(room.width, 460) / 2 + 24, room.y + 24, min(room.width, 460) - 48, 600)
            )
        }
    }

    /// A page of illegible text.
    private func paintPage(_ page: Rectangle) {
        canvas.fill(page, palette.tile, corner: 6)
        canvas.stroke(page, palette.edge, corner: 6)
        let widths = [0.5, 0, 0.94, 0.98, 0.9, 0.96, 0.62, 0, 0.97, 0.92, 0.95, 0.4, 0, 0.9, 0.97, 0.93, 0.7]
        for (index, width) in widths.enumerated() where width > 0 {
            let height = index == 0 ? 12.0 : 7.0
            var row = Rectangle(
                page.x + 28, page.y + 32 + Double(index) * 22, (page.width - 56) * width, height)
            if drawing.isMirrored { row.x = page.maxX - 28 - row.width }
            canvas.fill(row, palette.divider, corner: height / 2)
        }
    }
}
