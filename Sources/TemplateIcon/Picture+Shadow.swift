// SPDX-License-Identifier: Apache-2.0
//
// The shadow test. A drop shadow or a glow is alpha that fades away over several pixels. Masked and tinted it
// becomes a smear of the tint around the glyph, so it is an error (R5).
//
// Partly transparent pixels alone say nothing. They are found in every good icon: an anti-aliased edge has
// one or two of them on its way from full to nothing, and a dimmed part (the missing bars of a signal meter)
// has nothing else, but is flat. A shadow is neither short nor flat: it is a long ramp.
//
// What is measured: at each partly transparent pixel (alpha 2 to 247) the direction in which alpha changes
// most (Sobel's operator, rounded to the eight neighbours). Along it, two samples back and two ahead, the
// five values must grow or fall strictly, and the middle three be partly transparent. An anti-aliased edge
// cannot do that: measured across, it is at most 1.4 pixels wide, which is two partly covered pixels, rarely
// three where two edges meet. (Measured along a nearly level edge the coverage does change slowly; hence the
// direction of the steepest change.) A ramp that falls by less than one step of alpha a pixel would hide from
// neighbours; so the same is looked for among every second and every third pixel. The largest of the three
// counts decides.
//
// Threshold: a quarter as many ramp pixels as the canvas has in a side (16 at 64 pixels, 17 at 70).
//
// Of Adwaita's 617 black icons 99 of 100 have at most 8 such pixels at 64 pixels, and the worst has 13
// (network-vpn-no-route, thin slanted arcs); at 96 pixels 6, and 18 of the 24 allowed. With a shadow or a
// glow in them (27 kinds, sigma 1.5 to 8, strength 0.15 to 0.7) all 617 are found, of each kind. The table is
// printed by Tests/TemplateIconTests/ConfusionTests.swift.
//
// What it does not see, on purpose: a shadow with a hard edge, which is a flat part like any dimmed bar, and
// a blur of one pixel with no offset, which cannot be told from soft anti-aliasing and does no harm. What it
// refuses besides shadows: a gradient from opaque to nothing across a part. That is no template icon either:
// tinted, it is a smear.

import ActivityModel

extension Picture {
    /// Ramp pixels that are still taken for chance, as a part of the canvas's side.
    private static let toleratedRamp = 0.25

    /// A broad ramp of alpha: a drop shadow or a glow.
    func shadow() -> Fault? {
        let ramp = (1...3).map { alpha.rampPixels(step: $0) }.max { $0.count < $1.count } ?? []
        guard Double(ramp.count) >= Self.toleratedRamp * Double(side) else { return nil }
        return fault(
            .iconShadow, .pixels(ramp),
            """
            has \(ramp.count) pixels in which its alpha fades out slowly, as a drop shadow, a glow or a gradient \
            does; an edge fades within two pixels. Remove the effect and draw flat shapes.
            """)
    }
}

extension AlphaPlane {
    private var partial: ClosedRange<Int> { 2...Self.opaque }

    /// The pixels that lie on a ramp longer than an anti-aliased edge.
    fileprivate func rampPixels(step: Int) -> [Int] {
        values.indices.filter {
            partial.contains(Int(values[$0])) && isRamp($0 % side, $0 / side, step)
        }
    }

    private func isRamp(_ x: Int, _ y: Int, _ step: Int) -> Bool {
        let (across, down) = slope(x, y)
        // tan 22.5 degrees: where the smaller part exceeds it, a diagonal is nearer than an axis.
        let slanted = Double(min(abs(across), abs(down))) > 0.4142 * Double(max(abs(across), abs(down)))
        let dx = slanted || abs(across) >= abs(down) ? across.signum() : 0
        let dy = slanted || abs(across) < abs(down) ? down.signum() : 0
        guard dx != 0 || dy != 0 else { return false }
        var values: [Int] = []
        for index in -2...2 { values.append(self[x + index * step * dx, y + index * step * dy]) }
        return values[1...3].allSatisfy(partial.contains)
            && (1...4).allSatisfy { values[$0] > values[$0 - 1] }
    }

    /// Sobel's operator: how alpha changes to the right and downwards.
    private func slope(_ x: Int, _ y: Int) -> (across: Int, down: Int) {
        let upLeft = self[x - 1, y - 1]
        let upRight = self[x + 1, y - 1]
        let downLeft = self[x - 1, y + 1]
        let downRight = self[x + 1, y + 1]
        let across = upRight + 2 * self[x + 1, y] + downRight - upLeft - 2 * self[x - 1, y] - downLeft
        let down = downLeft + 2 * self[x, y + 1] + downRight - upLeft - 2 * self[x, y - 1] - upRight
        return (across, down)
    }
}
