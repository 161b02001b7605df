// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import SheetPicture
import Testing

struct SheetPaletteTests {
    @Test func `Contrast is WCAG's`() {
        #expect(Colour(0xFFFFFF).contrast(to: Colour(0x000000)) == 21)
        #expect(abs(Colour(0x777777).contrast(to: Colour(0xFFFFFF)) - 4.48) < 0.01)
    }

    @Test(arguments: SheetTheme.allCases)
    func `Text can be read on what it stands on`(_ theme: SheetTheme) {
        let palette = SheetPalette(theme)
        let inks = [
            palette.title, palette.secondary, palette.accent, palette.good, palette.warning, palette.error,
        ]
        for ink in inks {
            #expect(ink.contrast(to: palette.panel) >= 4.5)
            #expect(ink.contrast(to: palette.tile) >= 4.5)
        }
    }

    @Test(arguments: SheetTheme.allCases)
    func `Icons can be told from their tiles`(_ theme: SheetTheme) throws {
        let digits = theme.iconTint.dropFirst()
        let tint = Colour(try #require(Int(digits, radix: 16)))
        #expect(digits.count == 6)
        #expect(tint.contrast(to: SheetPalette(theme).tile) >= 4.5)
    }
}
