// SPDX-License-Identifier: Apache-2.0
//
// The test for a shadow with a hard edge: a displaced, partly transparent copy of the glyph behind it. It has
// no ramp, and each of its pixels could belong to a dimmed part, which is allowed. Only its position
// distinguishes it.
//
// For each offset from two pixels up to a tenth of the canvas, the test measures:
//
// - Behind every opaque pixel (alpha from 242) there must be something at that offset, the glyph again or the
//   shadow; 2 % may be bare. A dimmed part is beside a glyph or inside an outline, and leaves some of the
//   glyph bare at any offset. This condition alone rejects nearly all offsets after a few pixels.
// - The pixels there, other than the glyph's, mostly have one density, the most common value, and at most a
//   tenth of them are under four fifths of it. (More may be over it: the glyph's own soft edge.)
// - The reverse: of all pixels within 4 of that density, 55 % or more must have the glyph (alpha from 217) at
//   the offset backwards. A dimmed plate under a glyph passes the first two conditions, and fails here.
// - The shadow must be large enough: at least a quarter of the side in pixels, and a fifth of the pixels
//   behind the glyph. And it must be more than the soft edge of a straight line, which can be uniform: it
//   needs squares of 2 x 2 pixels (a sixteenth of a side) or, from an offset of 3 on, pairs both across and
//   down (an eighth each).
//
// An offset of one pixel looks like a soft edge, and is harmless.
//
// Measured with shadows added to Adwaita's icons at 64 pixels and Papirus's at 70, with offsets of 2 to 4
// pixels and strengths of 0.2 to 0.6: 91 to 100 % are found, by kind (least for an offset of 1, 2 pixels
// under thin slanted strokes). Shadows under icons that are themselves mostly dimmed are not found. No icon
// of either set without a shadow is rejected.

struct CastShadow {
    /// Displacement from the glyph, in pixels.
    let offset: (right: Int, down: Int)
    /// Alpha of the shadow, 0 to 255.
    let density: Int
    /// Indices of the pixels that are only shadow, ascending.
    let pixels: [Int]
}

extension AlphaPlane {
    private static let solid = 242
    private static let nearlySolid = 217

    /// The hard-edged shadow with the most pixels; nil if there is none.
    var castShadow: CastShadow? {
        let reach = side / 10
        let glyph = values.indices.filter { Int(values[$0]) >= Self.solid }
        var found: CastShadow?
        for down in -reach...reach {
            for right in -reach...reach where max(abs(right), abs(down)) > 1 {
                guard let shadow = shadow(of: glyph, right, down) else { continue }
                if shadow.pixels.count > found?.pixels.count ?? 0 { found = shadow }
            }
        }
        return found
    }

    private func shadow(of glyph: [Int], _ right: Int, _ down: Int) -> CastShadow? {
        guard let shade = shade(behind: glyph, right, down), let density = density(of: shade) else {
            return nil
        }
        let flat = values.indices.filter { abs(Int(values[$0]) - density) <= 4 }
        let cast = flat.filter { self[$0 % side - right, $0 / side - down] >= Self.nearlySolid }
        guard 4 * cast.count >= side, 5 * cast.count >= shade.count, 20 * cast.count >= 11 * flat.count,
            isBroad(cast, right, down)
        else { return nil }
        return CastShadow(offset: (right, down), density: density, pixels: cast)
    }

    /// The alpha values behind the glyph at an offset, other than the glyph's own; nil if too many pixels are
    /// bare.
    private func shade(behind glyph: [Int], _ right: Int, _ down: Int) -> [Int]? {
        var shade: [Int] = []
        var bare = 0
        for pixel in glyph {
            let (x, y) = (pixel % side + right, pixel / side + down)
            guard x >= 0, y >= 0, x < side, y < side else { continue }
            let value = Int(values[y * side + x])
            if value >= Self.solid { continue }
            if value < 20 { bare += 1 }
            guard 50 * bare <= glyph.count else { return nil }
            shade.append(value)
        }
        return shade
    }

    /// The most common value, counted together with its neighbours; nil if there are too few values or they
    /// are not uniform.
    private func density(of shade: [Int]) -> Int? {
        guard 4 * shade.count >= side else { return nil }
        var counts = [Int](repeating: 0, count: 256)
        for value in shade { counts[value] += 1 }
        let weights = (20...240).map { counts[$0 - 3...$0 + 3].reduce(counts[$0], +) }
        guard let best = weights.indices.max(by: { weights[$0] < weights[$1] }) else { return nil }
        let bare = shade.count { 5 * $0 < 4 * (best + 20) }
        return 10 * bare <= shade.count ? best + 20 : nil
    }

    /// Whether the pixels are more than a row of soft edges.
    private func isBroad(_ pixels: [Int], _ right: Int, _ down: Int) -> Bool {
        let cast = Set(pixels)
        func count(_ neighbours: [Int]) -> Int {
            pixels.count { pixel in neighbours.allSatisfy { cast.contains(pixel + $0) } }
        }
        if 16 * count([1, side, side + 1]) >= side { return true }
        return max(abs(right), abs(down)) > 2 && 8 * min(count([1]), count([side])) >= side
    }
}
