// SPDX-License-Identifier: Apache-2.0
//
// The shadow test. A drop shadow or a glow is alpha that fades out over several pixels. Masked and tinted it
// becomes a smear of the tint around the glyph, so it is an error.
//
// Partly transparent pixels alone prove nothing. Every good icon has them: an anti-aliased edge has one or
// two of them between opaque and transparent, and a dimmed part (the missing bars of a signal meter) consists
// of them, but is flat. A shadow is neither short nor flat: it is a long ramp.
//
// At each partly transparent pixel (alpha 2 to 247) the test determines the direction in which alpha changes
// most (Sobel's operator, rounded to the eight neighbours). Along it, two samples back and two ahead, the
// five values must grow or fall strictly, the middle three be partly transparent, none of the four
// differences be over 70 % of the whole and no two neighbouring ones over 95 %. An anti-aliased edge cannot
// do that: measured across, it is at most 1.4 pixels wide, so that nearly all of it falls between three
// samples. (Measured along a nearly level edge the coverage does change slowly; hence the direction of the
// steepest change.) Pictures that were reduced by a Lanczos or bicubic kernel have faint tails beside their
// edges, grow strictly and are partly transparent on five samples: the shares exclude them. A ramp that falls
// by less than one step of alpha per pixel would be invisible to adjacent samples; so the test also samples
// every second and every third pixel. The largest of the three counts decides.
//
// Threshold: 22 % as many ramp pixels as the canvas has in a side (15 at 64 pixels, 16 at 70).
//
// Tuned on Adwaita's and Papirus's symbolic icons, as rsvg-convert renders them and as reduced from 512
// pixels by box, bilinear, bicubic and Lanczos kernels (7,386 pictures): 15 are refused, 11 of them one icon
// (view-mirror, whose stripes touch at a point). Without the shares it was 42, 27 of them Lanczos. Of shadows
// and glows in them (sigma 1 to 8, strength 0.15 to 0.7) 99.8 % are found; least of a shadow of sigma 1 moved
// by 1, 1 (94 %) and of a glow of sigma 1.5 (97.7 %). On sets that were not used for tuning (Material Design,
// Octicons, Simple Icons, Phosphor's duotone) 99.9 %, while 99.4 to 100 % of their icons pass.
// Tests/TemplateIconTests/ConfusionTests.swift prints the table.
//
// The test deliberately ignores a blur of one pixel with no offset, which is indistinguishable from soft
// anti-aliasing and harmless. Besides shadows it rejects a gradient from opaque to transparent across a part:
// that does not work as a template icon either, because tinted it is a smear. A shadow with a hard edge has
// no ramp; CastShadow.swift detects it.

import ActivityModel

extension Picture {
    /// Number of ramp pixels from which on the ramp is a fault, as a fraction of the canvas's side.
    private static let toleratedRamp = 0.22

    /// The fault of a drop shadow or a glow, soft or hard.
    func shadow() -> IconFault? { softShadow() ?? hardShadow() }

    private func hardShadow() -> IconFault? {
        guard let shadow = alpha.castShadow else { return nil }
        let (right, down) = shadow.offset
        let sides = [
            right == 0 ? nil : "\(abs(right)) pixels to the \(right > 0 ? "right" : "left")",
            down == 0 ? nil : "\(abs(down)) pixels \(down > 0 ? "down" : "up")",
        ]
        return fault(
            .iconShadow, .pixels(shadow.pixels),
            """
            has a shadow with a hard edge: a copy of its shape behind it, moved by \
            \(sides.compactMap { $0 }.joined(separator: " and ")), at \(shadow.density * 100 / 255) % alpha. \
            Remove the copy and draw flat shapes.
            """)
    }

    private func softShadow() -> IconFault? {
        let ramp = (1...3).map { alpha.rampPixels(step: $0) }.max { $0.count < $1.count } ?? []
        guard Double(ramp.count) >= Self.toleratedRamp * Double(side) else { return nil }
        return fault(
            .iconShadow, .pixels(ramp),
            """
            has \(ramp.count) pixels in which its alpha fades out slowly, as a drop shadow, a glow or a \
            gradient does; an edge fades within two pixels. Remove the effect and draw flat shapes.
            """)
    }
}

extension AlphaPlane {
    private var partial: ClosedRange<Int> { 2...Self.opaque }

    /// The pixels of ramps longer than an anti-aliased edge.
    fileprivate func rampPixels(step: Int) -> [Int] {
        values.indices.filter {
            partial.contains(Int(values[$0])) && isRamp($0 % side, $0 / side, step)
        }
    }

    private func isRamp(_ x: Int, _ y: Int, _ step: Int) -> Bool {
        let (across, down) = slope(x, y)
        // tan 22.5 degrees: if the smaller part exceeds it, a diagonal is nearer than an axis.
        let slanted = Double(min(abs(across), abs(down))) > 0.4142 * Double(max(abs(across), abs(down)))
        let dx = slanted || abs(across) >= abs(down) ? across.signum() : 0
        let dy = slanted || abs(across) < abs(down) ? down.signum() : 0
        guard dx != 0 || dy != 0 else { return false }
        var values: [Int] = []
        for index in -2...2 { values.append(self[x + index * step * dx, y + index * step * dy]) }
        return values[1...3].allSatisfy(partial.contains) && Self.isGradual(values)
    }

    /// Whether five samples increase strictly, and not mostly between two or three of them.
    private static func isGradual(_ values: [Int]) -> Bool {
        let total = values[4] - values[0]
        return (0...3).allSatisfy {
            values[$0 + 1] > values[$0] && 10 * (values[$0 + 1] - values[$0]) <= 7 * total
        } && (0...2).allSatisfy { 20 * (values[$0 + 2] - values[$0]) <= 19 * total }
    }

    /// The change of alpha to the right and downwards, by Sobel's operator.
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
