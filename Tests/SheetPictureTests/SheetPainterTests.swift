// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import SheetPicture
import TemplateIcon
import Testing

extension PictureTests {
    /// What can be seen on a picture of a sheet.
    struct SheetPainterTests {
        private func layout(_ drawing: SheetDrawing) -> SheetLayout {
            SheetLayout(drawing, PangoText(density: drawing.density, isMirrored: drawing.isMirrored))
        }

        private func colour(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Colour {
            let place = (y * bitmap.width + x) * 4
            let part = bitmap.pixels[place..<place + 3].reduce(0) { $0 << 8 | Int($1) }
            return Colour(part)
        }

        /// The colours in a rectangle of points.
        private func colours(_ bitmap: Bitmap, _ frame: Rectangle, _ density: Int) -> [Colour] {
            let scale = Double(density)
            return (Int(frame.y * scale)..<Int(frame.maxY * scale)).flatMap { y in
                (Int(frame.x * scale)..<Int(frame.maxX * scale)).map { colour(bitmap, $0, y) }
            }
        }

        @Test(arguments: [1, 2, 3])
        func `A picture has as many pixels as its points say, and is opaque`(_ density: Int) throws {
            var drawing = Drawings.sheet(.actionSheet)
            drawing.density = density
            drawing.themes = [.light, .dark]
            let bitmap = try SheetPainter.picture(drawing)
            let layout = layout(drawing)
            #expect(bitmap.width == Int((2 * layout.width * Double(density)).rounded(.up)))
            #expect(bitmap.height == Int((layout.height * Double(density)).rounded(.up)))
            #expect(stride(from: 3, to: bitmap.pixels.count, by: 4).allSatisfy { bitmap.pixels[$0] == 255 })
        }

        @Test(arguments: SheetTheme.allCases)
        func `Each finished icon is drawn in its place, pixel for pixel`(_ theme: SheetTheme) throws {
            var drawing = Drawings.sheet()
            drawing.themes = [theme]
            for index in drawing.activities.indices {
                let tint = Tint(red: UInt8(index * 20), green: 10, blue: 200)
                drawing.activities[index].icons[theme] = try Drawings.icon(tint)
            }
            let bitmap = try SheetPainter.picture(drawing)
            for cell in layout(drawing).cells {
                let expected = Colour(cell.index * 20 << 16 | 10 << 8 | 200)
                for found in colours(bitmap, cell.icon.inset(1), 2) { #expect(found == expected) }
                let beside = Rectangle(cell.icon.x - 4, cell.icon.y, 2, cell.icon.height)
                for found in colours(bitmap, beside, 2) { #expect(found == SheetPalette(theme).tile) }
            }
        }

        @Test(arguments: Drawings.all)
        func `Every line of text is there, and can be read`(_ drawing: SheetDrawing) throws {
            for theme in SheetTheme.allCases {
                var drawing = drawing
                drawing.themes = [theme]
                let bitmap = try SheetPainter.picture(drawing)
                let layout = layout(drawing)
                let panel = SheetPalette(theme).panel
                let lines = layout.cells.flatMap(\.title) + [layout.header.title, layout.header.detail]
                for line in lines + [layout.cancel?.line].compactMap(\.self) {
                    let best = colours(bitmap, line.frame, 2).map { $0.contrast(to: panel) }.max() ?? 0
                    #expect(best >= 4.5, "\(line.text): \(best)")
                }
            }
        }

        @Test func `An empty sheet shows its sentence`() throws {
            let drawing = Drawings.sheet(titles: [])
            let bitmap = try SheetPainter.picture(drawing)
            let line = try #require(layout(drawing).empty.first)
            let best = colours(bitmap, line.frame, 2).map { $0.contrast(to: SheetPalette(.light).panel) }
                .max()
            #expect(try #require(best) >= 4.5)
        }

        @Test func `Equal sheets are equal pictures`() throws {
            let drawing = Drawings.sheet(.actionSheet)
            #expect(try SheetPainter.picture(drawing).png() == SheetPainter.picture(drawing).png())
        }

        @Test(arguments: [[], Array("no picture".utf8), Array("\u{89}PNG\r\n\u{1A}\n".utf8)])
        func `What is no icon leaves a gap`(_ bytes: [UInt8]) throws {
            var drawing = Drawings.sheet(titles: ["Copy"])
            let without = try SheetPainter.picture(drawing)
            drawing.activities[0].icons[.light] = bytes
            #expect(try SheetPainter.picture(drawing) == without)
        }

        @Test func `A picture without end is refused`() throws {
            let titles = [String](repeating: "Save to Downloads", count: 240)
            #expect(throws: IconError.self) {
                try SheetPainter.picture(Drawings.sheet(.actionSheet, textSize: 2, titles: titles))
            }
        }
    }
}
