// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import SheetPicture
import StrictJSON
import TemplateIcon
import Testing

struct SheetDrawingTests {
    @Test func `A sheet is sent and read as it is`() throws {
        var drawing = Drawings.sheet(.actionSheet, textSize: 1.5, isMirrored: true)
        drawing.themes = [.light, .dark]
        drawing.activities[0].icons = [.light: [1, 2, 3], .dark: [4]]
        drawing.activities[1].subtitle = "PhotoKit"
        let read = try SheetDrawing(json: JSON(parsing: drawing.json.serialized))
        #expect(read == drawing)
    }

    @Test(
        arguments: [
            ("themes", []), ("themes", ["light", "dark", "light"]), ("textSize", 2.1), ("density", 0),
            ("presentation", "window"), ("activities", 1),
        ] as [(String, JSON)])
    func `What no sheet can be is refused`(_ name: String, _ value: JSON) {
        var object = Drawings.sheet().object
        object.set(name, value)
        #expect(throws: JSON.Mismatch.self) { try SheetDrawing(object) }
    }

    @Test func `A request is answered with a PNG`() throws {
        let object = JSON.Object([("id", 7), ("sheet", Drawings.sheet().json)])
        guard case .png(let png) = try PictureRequest(object).answer() else {
            Issue.record("there is no picture")
            return
        }
        #expect(try Bitmap(png: png).width > 700)
    }

    @Test func `What asks for nothing is malformed`() {
        #expect(throws: JSON.Mismatch.self) { try PictureRequest(JSON.Object([("id", 7)])) }
    }
}
