// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
import TemplateIcon

extension PictureRequest: DrawWork {
    package var seconds: Int? { nil }

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
