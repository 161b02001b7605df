// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import SheetPicture
import StrictJSON
import TemplateIcon
import Testing

extension PictureTests {
    /// What an author sees of a bundle that was checked.
    struct CheckPictureTests {
        /// A black square away from the middle, with a blue part.
        private static func icon(side: Int = 70) throws -> IconFiles {
            var pixels = [UInt8](repeating: 0, count: side * side * 4)
            for y in 30..<66 {
                for x in 30..<66 {
                    let place = (y * side + x) * 4
                    pixels[place + 2] = x >= 50 && y >= 50 ? 200 : 0
                    pixels[place + 3] = 255
                }
            }
            let png = try Bitmap(width: side, height: side, pixels: pixels).png()
            return IconFiles(icon: "icon.png", files: ["icon.png": png])
        }

        private static func drawing(_ icon: IconFiles?, _ titles: [CheckDrawing.Title] = []) -> CheckDrawing {
            let fault = Diagnostic(.manifestValue, at: "/accepts", "It is wrong.")
            return CheckDrawing(bundles: [
                .init(identifier: "org.example.a", icon: icon, titles: titles, diagnostics: [fault])
            ])
        }

        private func pixel(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> [Int] {
            let place = (Int(y * 2) * bitmap.width + Int(x * 2)) * 4
            return bitmap.pixels[place..<place + 3].map(Int.init)
        }

        @Test func `A check is sent and read as it is`() throws {
            let title = CheckDrawing.Title(locale: "de", title: "Größe", rules: [.titleLong])
            let drawing = Self.drawing(try Self.icon(), [title])
            #expect(try CheckDrawing(json: JSON(parsing: drawing.json.serialized)) == drawing)
            #expect(throws: JSON.Mismatch.self) { try CheckDrawing(JSON.Object([("bundles", [])])) }
        }

        @Test func `Every fault has its legend, with rule and message, and a number where it has marks`()
            throws
        {
            let bundle = try #require(CheckLayout(Self.drawing(try Self.icon())).bundles.first)
            let variant = try #require(bundle.variants.first)
            let faults = variant.finding.faults
            #expect(Set(faults.map(\.diagnostic.rule)).isSuperset(of: [.iconColour, .iconOffCentre]))
            for (index, fault) in faults.enumerated() {
                let legend = variant.legends[index]
                #expect(legend.number == index)
                #expect(legend.lines[0].text.contains("[\(fault.diagnostic.rule.rawValue)]"))
                #expect(
                    legend.lines.dropFirst().map(\.text).joined(separator: " ") == fault.diagnostic.message)
            }
            #expect(bundle.others.map(\.lines[0].text) == ["error[manifest-value]"])
        }

        @Test func `What offends is marked where it is, and nothing else`() throws {
            let drawing = Self.drawing(try Self.icon())
            let bitmap = try CheckPainter.picture(drawing)
            let variant = try #require(CheckLayout(drawing).bundles.first?.variants.first)
            #expect(variant.panels.count == 2)
            let unit = 280.0 / 70
            for panel in variant.panels {
                func middle(_ column: Int, _ row: Int) -> [Int] {
                    pixel(
                        bitmap, panel.x + (Double(column) + 0.5) * unit, panel.y + (Double(row) + 0.5) * unit)
                }
                let plain = middle(40, 45)
                #expect(plain[0] == plain[1] || abs(plain[0] - plain[2]) < 8, "black or white: \(plain)")
                let marked = middle(60, 60)
                #expect(marked[0] > marked[1] + 30, "tinted by the first mark: \(marked)")
            }
            let onLight = pixel(bitmap, variant.panels[0].x + 40.5 * unit, variant.panels[0].y + 45.5 * unit)
            let onDark = pixel(bitmap, variant.panels[1].x + 40.5 * unit, variant.panels[1].y + 45.5 * unit)
            #expect(onLight == [0, 0, 0] && onDark[0] > 230)
        }

        @Test func `Numbers stand beside one another`() throws {
            let bundle = try #require(CheckLayout(Self.drawing(try Self.icon())).bundles.first)
            let legends = try #require(bundle.variants.first).legends
            for (one, next) in zip(legends, legends.dropFirst()) {
                #expect((one.lines.last?.frame.maxY ?? 0) <= next.badge.maxY)
                #expect(!one.badge.intersects(next.badge))
            }
        }

        @Test func `Each title is shown as a sheet shows it, and said to be whole, shrunk or cut`() throws {
            let titles = [
                CheckDrawing.Title(locale: "", title: "Resize", rules: []),
                CheckDrawing.Title(locale: "fr", title: "Redimensionner", rules: []),
                CheckDrawing.Title(
                    locale: "de", title: "Geschwindigkeitsbegrenzung einstellen", rules: [.titleLong]),
            ]
            let shown = try #require(CheckLayout(Self.drawing(try Self.icon(), titles)).bundles.first).titles
            #expect(shown.map { $0.notes[0].text } == ["title", "fr", "de"])
            #expect(shown[0].notes[1].text == "whole" && shown[2].notes[1].text == "cut")
            #expect(shown[1].notes[1].text.hasPrefix("shrunk to "))
            #expect(shown[2].notes.map(\.text).contains("title-long") && shown[2].fit.truncated)
            let fit = SheetLayout(
                {
                    var drawing = Drawings.sheet(titles: titles.map(\.title))
                    drawing.activities.indices.forEach { drawing.activities[$0].category = .action }
                    return drawing
                }(), PangoText(density: 2)
            ).cells.map(\.fit)
            #expect(shown.map(\.fit) == fit)
        }

        @Test func `Everything lies on its card, and cards lie beneath one another`() throws {
            let title = CheckDrawing.Title(locale: "", title: "Resize", rules: [])
            let one = Self.drawing(try Self.icon(), [title]).bundles[0]
            let layout = CheckLayout(CheckDrawing(bundles: [one, one, one]))
            for bundle in layout.bundles {
                let variants = bundle.variants.flatMap {
                    $0.panels + $0.legends.flatMap { $0.lines.map(\.frame) }
                }
                let others = bundle.others.flatMap { $0.lines.map(\.frame) } + bundle.titles.map(\.frame)
                for part in variants + others + bundle.samples.map(\.frame) + bundle.heading.map(\.frame) {
                    #expect(bundle.card.contains(part))
                }
            }
            for (one, next) in zip(layout.bundles, layout.bundles.dropFirst()) {
                #expect(one.card.maxY < next.card.y)
            }
            #expect((layout.bundles.last?.card.maxY ?? 0) < layout.height)
        }

        @Test(arguments: [
            IconFiles(icon: "icon.png", files: [:]),
            IconFiles(icon: "icon.png", files: ["icon.png": [1, 2]]),
            nil,
        ])
        func `What cannot be drawn is said in words`(_ icon: IconFiles?) throws {
            let drawing = Self.drawing(icon, [CheckDrawing.Title(locale: "", title: "Resize", rules: [])])
            let bundle = try #require(CheckLayout(drawing).bundles.first)
            #expect(bundle.samples.isEmpty && bundle.variants.allSatisfy(\.panels.isEmpty))
            #expect(bundle.variants.flatMap(\.legends).count == (icon == nil ? 0 : 1))
            #expect(try CheckPainter.picture(drawing).width == 2040)
        }
    }
}
