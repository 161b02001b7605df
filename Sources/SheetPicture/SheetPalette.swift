// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
import ActivityModel

/// The colours of a sheet in a theme. Text has a contrast of 4.5 at least to what it stands on (WCAG 2.2,
/// 1.4.3).
package struct SheetPalette: Sendable {
    package let surroundings: Colour
    package let panel: Colour
    package let tile: Colour
    package let edge: Colour
    package let divider: Colour
    package let title: Colour
    package let secondary: Colour
    package let accent: Colour
    package let good: Colour
    package let warning: Colour
    package let error: Colour
    let bar: Colour
    let scrim: Colour
    let shadow: Double

    package init(_ theme: SheetTheme) {
        switch theme {
        case .light:
            surroundings = Colour(0xE7E9EF)
            panel = Colour(0xF4F5F9)
            tile = Colour(0xFFFFFF)
            edge = Colour(0x000000, 0.07)
            divider = Colour(0x000000, 0.10)
            title = Colour(0x1F2430)
            secondary = Colour(0x5A6170)
            accent = Colour(0x0B57D0)
            good = Colour(0x1B6E35)
            warning = Colour(0x8A5300)
            error = Colour(0xB3261E)
            bar = Colour(0xEBEDF2)
            scrim = Colour(0x10131A, 0.36)
            shadow = 0.20
        case .dark:
            surroundings = Colour(0x14161B)
            panel = Colour(0x26282F)
            tile = Colour(0x393C45)
            edge = Colour(0xFFFFFF, 0.06)
            divider = Colour(0xFFFFFF, 0.12)
            title = Colour(0xF2F4F8)
            secondary = Colour(0xADB3C0)
            accent = Colour(0x8AB4FF)
            good = Colour(0x7BD88F)
            warning = Colour(0xF5C26B)
            error = Colour(0xFF9A91)
            bar = Colour(0x1C1E23)
            scrim = Colour(0x000000, 0.5)
            shadow = 0.5
        }
    }

    package func ink(_ role: TextLine.Role) -> Colour {
        switch role {
        case .title: title
        case .secondary: secondary
        case .accent: accent
        case .good: good
        case .warning: warning
        case .error: error
        }
    }
}
