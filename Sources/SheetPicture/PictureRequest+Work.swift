// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import TemplateIcon

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

extension DrawLimits {
    /// What a picture of many icons and letters may cost.
    package static var pictures: DrawLimits {
        var limits = DrawLimits()
        // 240 icons of 105 pixels that cannot be compressed, in base64, twice; a bundle's own are 1.4 MiB.
        limits.frameBytes = 32 << 20
        // 8,000 x 2,000 pixels of flat colours and letters take about 2 MiB.
        limits.answerBytes = 16 << 20
        limits.seconds = 20
        // One picture is all that activityctl asks for.
        limits.children = 1
        // Fonts are mapped whole: those of Chinese, Japanese and Korean 20 to 100 MiB each.
        limits.memoryBytes = 2 << 30
        return limits
    }
}
