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
        let place = Rectangle(
            panel.middleX - Double(bitmap.width) * unit / 2, panel.middleY - Double(bitmap.height) * unit / 2,
            Double(bitmap.width) * unit, Double(bitmap.height) * unit)
        canvas.clipped(panel, corner: 10) {
            canvas.fill(panel, isDark ? Colour(0x26282F) : Colour(0xFFFFFF))
            if !isDark { checker(place, unit) }
            canvas.draw(shown(bitmap), in: place, isSharp: true)
            for (index, fault) in finding.faults.enumerated() { mark(fault, index, place, unit, bitmap) }
            guides(place, unit)
        }
        canvas.stroke(panel, Colour(0x000000, 0.14), corner: 10)
        var badges: [Rectangle] = []
        for (index, fault) in finding.faults.enumerated() {
            var badge = Self.badge(fault.marks, place, panel, unit, bitmap.width)
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
    private func checker(_ place: Rectangle, _ unit: Double) {
        let square = 5 * unit
        for row in 0..<Int((place.height / square).rounded(.up)) {
            for column in 0..<Int((place.width / square).rounded(.up)) where (row + column) % 2 == 0 {
                let part = Rectangle(
                    place.x + Double(column) * square, place.y + Double(row) * square, square, square)
                canvas.fill(part, Colour(0xE9EBF0))
            }
        }
    }

    // MARK: Marks

    private func mark(_ fault: Fault, _ index: Int, _ place: Rectangle, _ unit: Double, _ bitmap: Bitmap) {
        switch fault.marks {
        case .whole: canvas.stroke(place.inset(1), MarkColour.of(index), corner: 9, width: 3)
        case .box(let box):
            canvas.stroke(Self.rectangle(box, place, unit).inset(-2), MarkColour.of(index), width: 2)
        case .pixels(let pixels):
            for pixel in pixels {
                let part = Rectangle(
                    place.x + Double(pixel % bitmap.width) * unit,
                    place.y + Double(pixel / bitmap.width) * unit, unit, unit)
                canvas.fill(part, MarkColour.of(index, 0.30))
                canvas.stroke(part, MarkColour.of(index, 0.75), width: unit / 8)
            }
        }
    }

    /// Where the number stands: at the upper left of what is marked.
    private static func badge(
        _ marks: Fault.Marks, _ place: Rectangle, _ panel: Rectangle, _ unit: Double, _ columns: Int
    ) -> Rectangle {
        var corner = (x: panel.x, y: panel.y)
        switch marks {
        case .whole: break
        case .box(let box):
            let place = rectangle(box, place, unit)
            corner = (place.x, place.y)
        case .pixels(let pixels):
            let first = pixels.first ?? 0
            corner = (place.x + Double(first % columns) * unit, place.y + Double(first / columns) * unit)
        }
        let x = min(max(panel.x + 4, corner.x - 8), panel.maxX - 20)
        return Rectangle(x, min(max(panel.y + 4, corner.y - 21), panel.maxY - 20), 16, 16)
    }

    private static func rectangle(_ box: PixelBox, _ place: Rectangle, _ unit: Double) -> Rectangle {
        Rectangle(
            place.x + Double(box.x.lowerBound) * unit, place.y + Double(box.y.lowerBound) * unit,
            Double(box.x.count) * unit, Double(box.y.count) * unit)
    }

    // MARK: Guides

    private func guides(_ place: Rectangle, _ unit: Double) {
        guard let box = finding.box, let side = finding.alpha?.side else { return }
        let ink = isDark ? Colour(0x8AD4FF, 0.85) : Colour(0x0077B6, 0.75)
        canvas.line([(place.middleX, place.y), (place.middleX, place.maxY)], ink, width: 0.75, dash: 3)
        canvas.line([(place.x, place.middleY), (place.maxX, place.middleY)], ink, width: 0.75, dash: 3)
        let free = Double(side) / 16 * unit
        canvas.stroke(place.square(2 * free), ink, width: 0.75)
        canvas.stroke(Self.rectangle(box, place, unit), ink, width: 0.75)
        let middle = (x: place.x + box.centre.x * unit, y: place.y + box.centre.y * unit)
        canvas.line([(middle.x - 7, middle.y), (middle.x + 7, middle.y)], ink, width: 2.25)
        canvas.line([(middle.x, middle.y - 7), (middle.x, middle.y + 7)], ink, width: 2.25)
    }
}
