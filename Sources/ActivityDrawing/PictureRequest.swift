// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// A request to `activity-draw --pictures`: `{"id":1,"sheet":{…}}`, or `"check"`.
package struct PictureRequest: Sendable {
    package enum Task: Sendable {
        case sheet(SheetDrawing)
        case check(CheckDrawing)
    }

    package let id: Int
    package let task: Task

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        id = try object.read("id")
        switch (object.value("sheet"), object.value("check")) {
        case (.some, nil): task = .sheet(try object.read("sheet"))
        case (nil, .some): task = .check(try object.read("check"))
        default: throw JSON.Mismatch(expected: "either sheet or check")
        }
    }
}
