// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import SheetPicture
import Testing

extension PictureTests {
    /// docs/sheet.md, as far as rectangles can keep it.
    struct SheetLayoutTests {
        private func layout(_ drawing: SheetDrawing) -> SheetLayout {
            SheetLayout(drawing, PangoText(density: 2, isMirrored: drawing.isMirrored))
        }

        @Test(arguments: Drawings.all)
        func `Whatever is pressed is 44 points both ways, and nothing lies on anything else`(
            _ drawing: SheetDrawing
        ) {
            let layout = layout(drawing)
            let targets =
                layout.cells.map(\.target) + [layout.shareButton] + [layout.cancel?.button].compactMap(\.self)
            for target in targets { #expect(target.width >= 44 && target.height >= 44) }
            for (index, target) in targets.enumerated() {
                for other in targets.dropFirst(index + 1) { #expect(!target.intersects(other)) }
            }
        }

        @Test(arguments: Drawings.all)
        func `There is one icon size, and each icon is in the middle of its tile`(_ drawing: SheetDrawing) {
            let cells = layout(drawing).cells
            #expect(cells.count == drawing.activities.count)
            for cell in cells {
                #expect(cell.icon.width == 35 && cell.icon.height == 35)
                #expect(abs(cell.icon.middleX - cell.tile.middleX) < 0.01)
                #expect(abs(cell.icon.middleY - cell.tile.middleY) < 0.01)
                #expect(cell.target.contains(cell.tile) && cell.tile.contains(cell.icon))
            }
        }

        @Test(arguments: Drawings.all)
        func `All that belongs to a sheet lies on it, and the sheet on the screen`(_ drawing: SheetDrawing) {
            let layout = layout(drawing)
            #expect(layout.screen.contains(layout.panel))
            #expect(Rectangle(0, 0, layout.width, layout.height).contains(layout.screen))
            let texts = [layout.header.title.frame, layout.header.detail.frame]
            for part in layout.cells.map(\.target) + texts + [layout.header.tile] + layout.dividers {
                #expect(layout.panel.contains(part))
            }
        }

        @Test(arguments: Drawings.all)
        func `No line of a title is wider than its place, by Pango's own measure`(_ drawing: SheetDrawing) {
            let text = PangoText(density: 2, isMirrored: drawing.isMirrored)
            for cell in SheetLayout(drawing, text).cells {
                #expect(!cell.title.isEmpty && cell.title.count <= 2)
                for line in cell.title {
                    #expect(cell.target.contains(line.frame))
                    #expect(abs(text.width(line.text, line.style) - line.frame.width) < 0.01)
                }
            }
        }

        @Test func `A title is whole, else shrunk, else cut`() {
            let cells = layout(Drawings.sheet()).cells.sorted { $0.index < $1.index }
            #expect(cells[0].fit == TitleFit(text: "Copy"))
            #expect(cells[9].fit == TitleFit(text: "Add to\nReading List"))
            #expect(cells[11].fit.truncated && cells[11].fit.scale == 0.75)
            let shrunk = layout(Drawings.sheet(titles: ["Benachrichtigung"])).cells[0]
            #expect(!shrunk.fit.truncated && (0.75..<1).contains(shrunk.fit.scale))
            #expect(shrunk.title[0].style.size < cells[0].title[0].style.size)
        }

        @Test(arguments: [0.8, 1.3, 1.7, 2])
        func `A larger text makes the sheet grow, and cuts nothing that was whole`(_ size: Double) {
            for presentation in [SheetDrawing.Presentation.actionSheet, .popover] {
                let ordinary = layout(Drawings.sheet(presentation)).cells
                let other = layout(Drawings.sheet(presentation, textSize: size)).cells
                for (one, two) in zip(ordinary, other) where !one.fit.truncated {
                    #expect(!two.fit.truncated, "\(one.fit.text) at \(size)")
                    let factor =
                        two.title[0].style.size / two.fit.scale / (one.title[0].style.size / one.fit.scale)
                    #expect(abs(factor - size) < 0.001)
                }
            }
        }

        @Test func `Sharing stands above acting, each in the reply's order`() {
            let layout = layout(Drawings.sheet())
            let share = layout.cells.filter { $0.index % 3 == 1 }
            let action = layout.cells.filter { $0.index % 3 != 1 }
            #expect(layout.cells.map(\.index) == share.map(\.index) + action.map(\.index))
            #expect(share.map(\.index) == share.map(\.index).sorted())
            #expect((share.map(\.target.maxY).max() ?? 0) <= (action.map(\.target.y).min() ?? 0))
            for (one, next) in zip(action, action.dropFirst()) {
                #expect(next.target.y > one.target.y || next.target.x > one.target.x)
            }
        }

        @Test(arguments: [SheetDrawing.Presentation.actionSheet, .popover])
        func `From right to left everything is in a mirror, and the order with it`(
            _ presentation: SheetDrawing.Presentation
        ) {
            let ordinary = SheetLayout(Drawings.sheet(presentation), EvenMeasure())
            let mirrored = SheetLayout(Drawings.sheet(presentation, isMirrored: true), EvenMeasure())
            #expect(mirrored.panel == ordinary.panel.mirrored(in: ordinary.width))
            #expect(mirrored.shareButton == ordinary.shareButton.mirrored(in: ordinary.width))
            #expect(mirrored.header.title.frame == ordinary.header.title.frame.mirrored(in: ordinary.width))
            for (one, other) in zip(ordinary.cells, mirrored.cells) {
                #expect(other.target == one.target.mirrored(in: ordinary.width))
            }
            #expect(mirrored.cells[0].target.x > mirrored.cells[1].target.x)
        }

        @Test(arguments: [false, true])
        func `A popover's arrow points at the share button, and it alone has one`(_ isMirrored: Bool) throws {
            let popover = layout(Drawings.sheet(isMirrored: isMirrored))
            let x = try #require(popover.arrowX)
            #expect(abs(x - popover.shareButton.middleX) < 0.01)
            #expect(popover.panel.x + 30 < x && x < popover.panel.maxX - 30)
            #expect(popover.shareButton.maxY <= popover.panel.y)
            #expect(popover.cancel == nil)
            let sheet = layout(Drawings.sheet(.actionSheet, isMirrored: isMirrored))
            #expect(sheet.arrowX == nil)
            #expect(sheet.cancel?.line.text == "Cancel")
        }

        @Test func `An empty sheet says so, in as many lines as it takes`() {
            for size in [0.8, 1, 2] {
                let layout = layout(Drawings.sheet(.actionSheet, textSize: size, titles: []))
                #expect(layout.empty.map(\.text).joined(separator: " ") == "Nothing here can use this")
                for line in layout.empty { #expect(layout.panel.contains(line.frame)) }
                #expect(layout.cells.isEmpty)
            }
            #expect(layout(Drawings.sheet()).empty.isEmpty)
        }

        @Test func `A subtitle is shown where two titles fold alike, and nowhere else`() {
            var drawing = Drawings.sheet(titles: ["Resize", "Rotate", "RESIZE!"])
            for index in drawing.activities.indices {
                drawing.activities[index].subtitle = "Product \(index)"
            }
            let shown = layout(drawing).cells.sorted { $0.index < $1.index }.map { $0.subtitle?.text }
            #expect(shown == ["Product 0", nil, "Product 2"])
        }

        @Test func `What is taken of a selection stands beneath the title, after a subtitle`() {
            var drawing = Drawings.sheet(titles: ["Resize", "resize"])
            drawing.activities[0].note = "3/5"
            drawing.activities[1].note = "1/5"
            drawing.activities[1].subtitle = "Kit"
            let shown = layout(drawing).cells.sorted { $0.index < $1.index }.map { $0.subtitle?.text }
            #expect(shown == ["3/5", "Kit · 1/5"])
        }

        @Test func `An activity that asks has three dots after its title, once`() {
            var drawing = Drawings.sheet(titles: ["Resize", "Find…", "Copy"])
            drawing.activities[0].asks = true
            drawing.activities[1].asks = true
            let texts = layout(drawing).cells.sorted { $0.index < $1.index }.map(\.fit.text)
            #expect(texts == ["Resize…", "Find…", "Copy"])
        }

        @Test func `A long name at the head ends in three dots`() {
            var drawing = Drawings.sheet()
            drawing.summary.title = String(repeating: "long name ", count: 30)
            let title = layout(drawing).header.title
            #expect(title.text.hasSuffix("…") && layout(drawing).panel.contains(title.frame))
        }
    }
}
