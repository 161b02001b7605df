// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import CPango
import TemplateIcon

/// One file of an icon, each of its pixels a square, with guides and with marks on what offends.
struct EnlargedIcon {
    let finding: Finding
    let isDark: Bool
    let canvas: Canvas

    func paint(in panel: Rectangle) {
        guard let bitmap = finding.bitmap else { return }
        let unit = panel.width / Double(max(bitmap.width, bitmap.height))
        let frame = Rectangle(
            panel.middleX - Double(bitmap.width) * unit / 2, panel.middleY - Double(bitmap.height) * unit / 2,
            Double(bitmap.width) * unit, Double(bitmap.height) * unit)
        canvas.clipped(panel, corner: 10) {
            canvas.fill(panel, isDark ? Colour(0x26282F) : Colour(0xFFFFFF))
            if !isDark { checker(frame, unit) }
            canvas.draw(shown(bitmap), in: frame, isSharp: true)
            for (index, fault) in finding.faults.enumerated() { mark(fault, index, frame, unit, bitmap) }
            guides(frame, unit)
        }
        canvas.stroke(panel, Colour(0x000000, 0.14), corner: 10)
        var badges: [Rectangle] = []
        for (index, fault) in finding.faults.enumerated() {
            var badge = Self.badge(fault.marks, frame, panel, unit, bitmap.width)
            // None may hide another.
            while badges.contains(where: badge.intersects), badge.maxX + 18 < panel.maxX { badge.x += 18 }
            badges.append(badge)
            canvas.badge(index, in: badge)
        }
    }

    /// As the file has it on light; on dark as a mask, which is all that a sheet keeps of it.
    private func shown(_ bitmap: Bitmap) -> Bitmap {
        guard isDark, let alpha = finding.alpha else { return bitmap }
        return Bitmap(mask: alpha, tint: Tint(red: 0xF2, green: 0xF4, blue: 0xF8))
    }

    /// What is transparent can be seen through.
    private func checker(_ frame: Rectangle, _ unit: Double) {
        let square = 5 * unit
        for row in 0..<Int((frame.height / square).rounded(.up)) {
            for column in 0..<Int((frame.width / square).rounded(.up)) where (row + column) % 2 == 0 {
                let part = Rectangle(
                    frame.x + Double(column) * square, frame.y + Double(row) * square, square, square)
                canvas.fill(part, Colour(0xE9EBF0))
            }
        }
    }

    // MARK: Marks

    private func mark(_ fault: Fault, _ index: Int, _ frame: Rectangle, _ unit: Double, _ bitmap: Bitmap) {
        switch fault.marks {
        case .whole: canvas.stroke(frame.inset(1), MarkColour.of(index), corner: 9, width: 3)
        case .box(let box):
            canvas.stroke(Self.rectangle(box, frame, unit).inset(-2), MarkColour.of(index), width: 2)
        case .pixels(let pixels):
            for pixel in pixels {
                let part = Rectangle(
                    frame.x + Double(pixel % bitmap.width) * unit,
                    frame.y + Double(pixel / bitmap.width) * unit, unit, unit)
                canvas.fill(part, MarkColour.of(index, 0.30))
                canvas.stroke(part, MarkColour.of(index, 0.75), width: unit / 8)
            }
        }
    }

    /// Where the number stands: at the upper left of what is marked.
    private static func badge(
        _ marks: Fault.Marks, _ frame: Rectangle, _ panel: Rectangle, _ unit: Double, _ columns: Int
    ) -> Rectangle {
        var corner = (x: panel.x, y: panel.y)
        switch marks {
        case .whole: break
        case .box(let box):
            let frame = rectangle(box, frame, unit)
            corner = (frame.x, frame.y)
        case .pixels(let pixels):
            let first = pixels.first ?? 0
            corner = (frame.x + Double(first % columns) * unit, frame.y + Double(first / columns) * unit)
        }
        let x = min(max(panel.x + 4, corner.x - 8), panel.maxX - 20)
        return Rectangle(x, min(max(panel.y + 4, corner.y - 21), panel.maxY - 20), 16, 16)
    }

    private static func rectangle(_ box: PixelBox, _ frame: Rectangle, _ unit: Double) -> Rectangle {
        Rectangle(
            frame.x + Double(box.x.lowerBound) * unit, frame.y + Double(box.y.lowerBound) * unit,
            Double(box.x.count) * unit, Double(box.y.count) * unit)
    }

    // MARK: Guides

    private func guides(_ frame: Rectangle, _ unit: Double) {
        guard let box = finding.box, let side = finding.alpha?.side else { return }
        let ink = isDark ? Colour(0x8AD4FF, 0.85) : Colour(0x0077B6, 0.75)
        canvas.line([(frame.middleX, frame.y), (frame.middleX, frame.maxY)], ink, width: 0.75, dash: 3)
        canvas.line([(frame.x, frame.middleY), (frame.maxX, frame.middleY)], ink, width: 0.75, dash: 3)
        let free = Double(side) / 16 * unit
        canvas.stroke(frame.square(2 * free), ink, width: 0.75)
        canvas.stroke(Self.rectangle(box, frame, unit), ink, width: 0.75)
        let middle = (x: frame.x + box.centre.x * unit, y: frame.y + box.centre.y * unit)
        canvas.line([(middle.x - 7, middle.y), (middle.x + 7, middle.y)], ink, width: 2.25)
        canvas.line([(middle.x, middle.y - 7), (middle.x, middle.y + 7)], ink, width: 2.25)
    }
}
