// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
import ActivityModel
package import TemplateIcon

/// Draws what a check found.
package struct CheckPainter {
    static let density = 2
    let palette = SheetPalette(.light)
    let canvas: Canvas

    /// The bundles beneath one another.
    package static func picture(_ drawing: CheckDrawing) throws(IconError) -> Bitmap {
        let layout = CheckLayout(drawing)
        let canvas = try Canvas(
            width: CheckLayout.width, height: layout.height, density: density,
            text: PangoText(density: density))
        let painter = CheckPainter(canvas: canvas)
        canvas.fill(Rectangle(0, 0, CheckLayout.width, layout.height), painter.palette.surroundings)
        for bundle in layout.bundles { painter.paint(bundle) }
        return try canvas.bitmap()
    }

    private func paint(_ bundle: CheckLayout.Bundle) {
        canvas.shadow(bundle.card, corner: 16, strength: 0.10, reach: 14)
        canvas.fill(bundle.card, Colour(0xFDFDFE), corner: 16)
        for line in bundle.heading { write(line) }
        for variant in bundle.variants { paint(variant) }
        for sample in bundle.samples { paint(sample, bundle.icon) }
        if let caption = bundle.samplesCaption { write(caption) }
        for title in bundle.titles { paint(title, bundle.icon) }
        for legend in bundle.others { paint(legend) }
    }

    private func paint(_ variant: CheckLayout.Variant) {
        write(variant.caption)
        for (index, frame) in variant.panels.enumerated() {
            EnlargedIcon(finding: variant.finding, isDark: index == 1, canvas: canvas).paint(in: frame)
        }
        for legend in variant.legends { paint(legend) }
    }

    private func paint(_ legend: CheckLayout.Legend) {
        for line in legend.lines { write(line) }
        if let number = legend.number {
            canvas.badge(number, in: legend.badge)
        } else if legend.badge.width > 0 {
            canvas.disc(
                x: legend.badge.middleX, y: legend.badge.middleY, radius: 3.5,
                palette.ink(legend.lines.first?.role ?? .title))
        }
    }

    private func paint(_ sample: CheckLayout.Sample, _ icon: IconFiles?) {
        canvas.fill(sample.frame, sample.ground, corner: 12)
        canvas.stroke(sample.frame, palette.edge, corner: 12)
        for frame in sample.icons { paint(icon, sample.tint, in: frame) }
    }

    private func paint(_ title: CheckLayout.Title, _ icon: IconFiles?) {
        canvas.fill(title.tile, palette.tile, corner: 16)
        canvas.stroke(title.tile, palette.edge, corner: 16, width: 1)
        paint(icon, Tint(SheetTheme.light.iconTint) ?? .black, in: title.tile.square(SheetMetrics.icon))
        for line in title.lines + title.notes { write(line) }
    }

    /// The finished icon, where it can be made; the faults say why it cannot.
    private func paint(_ icon: IconFiles?, _ tint: Tint, in frame: Rectangle) {
        let side = Int(frame.width) * Self.density
        guard let icon, let mask = try? FinishedIcon.mask(icon, size: side) else { return }
        canvas.draw(Bitmap(mask: mask, tint: tint), in: frame)
    }

    private func write(_ line: TextLine) {
        canvas.write(line.text, line.style, palette.ink(line.role), in: line.frame)
    }
}

extension Canvas {
    /// A number on a disc of its colour.
    func badge(_ index: Int, in frame: Rectangle) {
        disc(x: frame.middleX, y: frame.middleY, radius: frame.width / 2, MarkColour.of(index))
        let style = TextStyle(frame.width * 0.62, .semibold)
        let number = "\(index + 1)"
        let width = text.width(number, style)
        let box = Rectangle(frame.middleX - width / 2, frame.y, width, frame.height)
        write(number, style, Colour(0xFFFFFF), in: box)
    }
}
