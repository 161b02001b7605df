// SPDX-License-Identifier: Apache-2.0
//
// The colour test. A template icon is a mask: only its alpha is used, and the app that displays it supplies
// the colour. Its own colour must therefore be meaningless: all black, or all white. Any other picture would
// lose a part of the drawing, and its author should learn that from a message and not from a black blot in
// the sheet.
//
// The test measures the straight colour of every pixel of alpha over 8/255; fainter pixels are invisible, and
// programs leave odd colours there.
//
// - black: no channel over 80, and at most 16 between the largest and the smallest. Icon themes draw symbolic
//   icons in near-blacks such as #2e3436, #474747 (Adwaita) and #232629 (Breeze), for which 80 and 16 leave
//   room; a dark blue or brown has more spread, and so has #241f31 with 18; a grey from #515151 up is
//   lighter.
// - white: no channel under 200.
//
// If a picture was premultiplied once, as in every cairo surface, a channel of a faint pixel has only a few
// possible values: after the division it is off by up to 127.5/alpha. The limits are extended by that (the
// spread by twice as much): 14 at alpha 9, 1 at alpha 128, 0.5 for an opaque pixel. Grey #606060 exceeds the
// limit at every alpha.
//
// Grey is a colour here: a dimmed part must be partly transparent instead.
//
// The test accepts the 617 black ones of Adwaita's 647 symbolic icons, at 64 and at 96 pixels, and rejects
// the 30 coloured ones.
//
// Black and white in one picture (two-tone) is a second fault with another remedy: the mask keeps only alpha,
// so a white sign on a black plate merges with the plate.

import ActivityModel

extension Picture {
    private enum Shade { case unseen, black, white, other }

    private static let brightestBlack = 80.0
    private static let blackSpread = 16.0
    private static let darkestWhite = 200.0

    private func shade(_ pixel: Int) -> Shade {
        let alpha = Int(alpha.values[pixel])
        guard alpha > AlphaPlane.nothing else { return .unseen }
        let rounding = 127.5 / Double(alpha)
        let channels = bitmap.pixels[pixel * 4..<pixel * 4 + 3]
        let brightest = Double(channels.max() ?? 0)
        let darkest = Double(channels.min() ?? 0)
        if brightest <= Self.brightestBlack + rounding,
            brightest - darkest <= Self.blackSpread + 2 * rounding
        {
            return .black
        }
        return darkest >= Self.darkestWhite - rounding ? .white : .other
    }

    /// The fault of pixels that are neither black nor white.
    func colour() -> IconFault? {
        let coloured = alpha.values.indices.filter { shade($0) == .other }
        guard let worst = coloured.max(by: { alpha.values[$0] < alpha.values[$1] }) else { return nil }
        return fault(
            .iconColour, .pixels(coloured),
            """
            has \(coloured.count) pixels that are neither black nor white, such as \(hexadecimal(worst)) at \
            column \(worst % side), row \(worst / side); only the icon's alpha is used, so draw it in black \
            (#000000) and make what should be lighter more transparent.
            """)
    }

    private func hexadecimal(_ pixel: Int) -> String {
        bitmap.pixels[pixel * 4..<pixel * 4 + 3].reduce("#") {
            $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16)
        }
    }

    /// The fault of black and white in one picture; marks the rarer of the two.
    func twoTone() -> IconFault? {
        let shades = alpha.values.indices.map(shade)
        let black = shades.indices.filter { shades[$0] == .black }
        let white = shades.indices.filter { shades[$0] == .white }
        guard !black.isEmpty, !white.isEmpty else { return nil }
        return fault(
            .iconTwoTone, .pixels(black.count < white.count ? black : white),
            """
            has \(black.count) black and \(white.count) white pixels; only alpha is used, so both melt into \
            one. Draw the icon in one of the two and cut the other out as transparent.
            """)
    }
}
