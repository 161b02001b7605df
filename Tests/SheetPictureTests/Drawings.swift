// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import SheetPicture
import TemplateIcon
import Testing

/// What draws or measures letters, one after another: the process has one cache of glyphs, which cairo 1.16 empties
/// under another thread's hands.
@Suite(.serialized)
enum PictureTests {}

/// Sheets to lay out.
enum Drawings {
    static let titles = [
        "Copy", "Mail", "Send to Device", "Save to Downloads", "Open", "Show in Files", "Print", "Compress",
        "Set as Wallpaper", "Add to Reading List", "Geschwindigkeitsbegrenzung",
        "A title far too long for any box that a sheet has",
    ]

    static func sheet(
        _ presentation: SheetDrawing.Presentation = .popover, textSize: Double = 1, isMirrored: Bool = false,
        titles: [String] = titles
    ) -> SheetDrawing {
        var drawing = SheetDrawing()
        drawing.presentation = presentation
        drawing.textSize = textSize
        drawing.isMirrored = isMirrored
        drawing.summary.title = "photo.jpg"
        drawing.summary.detail = "JPG · 2.1 MB"
        drawing.summary.kind = .picture
        drawing.activities = titles.enumerated().map { index, title in
            SheetDrawing.Activity(title: title, category: index % 3 == 1 ? .share : .action)
        }
        return drawing
    }

    /// Every shape that a sheet takes.
    static let all: [SheetDrawing] = [SheetDrawing.Presentation.actionSheet, .popover].flatMap {
        presentation in
        [0.8, 1, 1.3, 2].flatMap { size in
            [false, true].map { sheet(presentation, textSize: size, isMirrored: $0) }
        }
    }

    /// A finished icon of one colour.
    static func icon(_ tint: Tint, side: Int = 70) throws -> [UInt8] {
        let mask = AlphaPlane(side: side, values: [UInt8](repeating: 255, count: side * side))
        return try Bitmap(mask: mask, tint: tint).png()
    }
}

/// Every letter is three fifths as wide as it is high.
struct EvenMeasure: TextMeasure {
    func width(_ text: some StringProtocol, _ style: TextStyle) -> Double {
        Double(text.count) * style.size * 0.6
    }
}

extension Rectangle {
    func contains(_ other: Rectangle) -> Bool {
        x <= other.x + 0.01 && y <= other.y + 0.01 && maxX + 0.01 >= other.maxX && maxY + 0.01 >= other.maxY
    }
}

extension Colour {
    /// The contrast ratio to another colour (WCAG 2.2, definitions): 1 to 21.
    func contrast(to other: Colour) -> Double {
        let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (lighter + 0.05) / (darker + 0.05)
    }
}
