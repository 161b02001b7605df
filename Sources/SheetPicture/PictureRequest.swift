// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON
package import TemplateIcon

/// What `activity-draw --pictures` is asked for: `{"id":1,"sheet":{…}}`, or `"check"`.
package struct PictureRequest: DrawWork {
    package enum Task: Sendable {
        case sheet(SheetDrawing)
        case check(CheckDrawing)
    }

    package let id: Int
    package let seconds: Int? = nil
    package let task: Task

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        id = try object.read("id")
        switch (object.value("sheet"), object.value("check")) {
        case (.some, nil): task = .sheet(try object.read("sheet"))
        case (nil, .some): task = .check(try object.read("check"))
        default: throw JSON.Mismatch(expected: "either sheet or check")
        }
    }

    package func answer() -> DrawAnswer {
        guard Fonts.isAny else {
            return .failed("this machine has no fonts; install some, such as fonts-dejavu-core")
        }
        do throws(IconError) {
            switch task {
            case .sheet(let drawing): return .png(try SheetPainter.picture(drawing).png())
            case .check(let drawing): return .png(try CheckPainter.picture(drawing).png())
            }
        } catch {
            return .failed(error.description)
        }
    }

    package func answer(lost reason: String) -> DrawAnswer { .failed(reason) }
}
