// SPDX-License-Identifier: Apache-2.0

package import TemplateIcon

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
