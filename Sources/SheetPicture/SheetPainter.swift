// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
import ActivityModel
package import TemplateIcon

/// Draws a sheet as a person would see it.
package struct SheetPainter {
    let drawing: SheetDrawing
    let layout: SheetLayout
    let theme: SheetTheme
    let palette: SheetPalette
    let canvas: Canvas

    /// The sheet in each of its themes, side by side.
    package static func picture(_ drawing: SheetDrawing) throws(IconError) -> Bitmap {
        let text = PangoText(
            density: drawing.density, language: drawing.language, isMirrored: drawing.isMirrored)
        let layout = SheetLayout(drawing, text)
        let canvas = try Canvas(
            width: layout.width * Double(drawing.themes.count), height: layout.height,
            density: drawing.density,
            text: text)
        for (index, theme) in drawing.themes.enumerated() {
            canvas.moved(x: layout.width * Double(index)) {
                SheetPainter(
                    drawing: drawing, layout: layout, theme: theme, palette: SheetPalette(theme),
                    canvas: canvas
                ).paint()
            }
        }
        return try canvas.bitmap()
    }

    private func paint() {
        canvas.fill(Rectangle(0, 0, layout.width, layout.height), palette.surroundings)
        Backdrop(drawing: drawing, layout: layout, theme: theme, palette: palette, canvas: canvas).paint()
        paintPanel()
        paintHeader()
        for divider in layout.dividers { canvas.fill(divider, palette.divider) }
        for cell in layout.cells { paint(cell) }
        for line in layout.empty { write(line) }
        if let (button, line) = layout.cancel {
            canvas.fill(button, palette.panel, corner: 16)
            write(line)
        }
    }

    private func paintPanel() {
        canvas.shadow(layout.panel, corner: SheetMetrics.corner, strength: palette.shadow)
        canvas.fill(layout.panel, palette.panel, corner: SheetMetrics.corner)
        canvas.stroke(layout.panel, palette.edge, corner: SheetMetrics.corner)
        guard let x = layout.arrowX else { return }
        let (width, height) = SheetMetrics.arrow
        let top = layout.panel.y
        canvas.arrow(
            tip: (x, top - height), base: (x - width / 2, x + width / 2, top + 1), palette.panel, palette.edge
        )
    }

    private func paintHeader() {
        ContentSign(kind: drawing.summary.kind, theme: theme, palette: palette, canvas: canvas)
            .paint(in: layout.header.tile)
        write(layout.header.title)
        write(layout.header.detail)
    }

    private func paint(_ cell: SheetLayout.Cell) {
        canvas.fill(cell.tile, palette.tile, corner: 16)
        canvas.stroke(cell.tile, palette.edge, corner: 16)
        if let png = drawing.activities[cell.index].icons[theme], let bitmap = FinishedIcon.decode(png) {
            canvas.draw(bitmap, in: cell.icon)
        }
        for line in cell.title { write(line) }
        if let subtitle = cell.subtitle { write(subtitle) }
    }

    private func write(_ line: TextLine) {
        canvas.write(line.text, line.style, palette.ink(line.role), in: line.frame)
    }
}

extension FinishedIcon {
    /// A finished icon that came back; nil for anything else.
    static func decode(_ png: [UInt8]) -> Bitmap? {
        guard let size = Bitmap.size(ofPNG: png), sizes.contains(size.width), sizes.contains(size.height)
        else {
            return nil
        }
        return try? Bitmap(png: png)
    }
}
