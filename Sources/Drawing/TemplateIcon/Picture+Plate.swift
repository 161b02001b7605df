// SPDX-License-Identifier: Apache-2.0
//
// The plate test: a filled tile or disc like an app's icon, instead of a sign. Masked and tinted it is a blot
// with a hole. It is only a warning: a full moon, a record button and a smiling face are discs too.
//
// A plate's box is over three quarters of the canvas both ways. In addition, either
//
// - over 85 % of the box's pixels are visible, or
// - the picture with its holes filled is a tile with round corners (a tenth of its width and more, up to a
//   disc, which has only 79 % of its box), and at least 70 % of it is filled. The corners' radius is chosen
//   to give the same area; at most 5 % may differ from that tile. Outlines, rings and clock faces fill 20 to
//   65 %; a solid sign of 45 % of the canvas, knocked out of a disc, leaves 70 %.
//
// The test warns of 39 of Adwaita's 617 icons at 64 pixels, nearly all discs with a sign knocked out
// (emblems, faces, zoom) and knobs; it finds all tiles and discs made from them, with the icon knocked out at
// a third of its size.

import ActivityModel

extension Picture {
    func plate() -> IconFault? {
        guard let box = alpha.box, Double(min(box.x.count, box.y.count)) > 0.75 * Double(side) else {
            return nil
        }
        let seen = alpha.values.count { $0 > AlphaPlane.nothing }
        let filled = Double(seen) / Double(box.x.count * box.y.count)
        guard filled > 0.85 || isFilledTile else { return nil }
        return fault(
            .iconPlate, .box(box),
            """
            fills \(percent(filled)) of its box of \(box.x.count) x \(box.y.count) pixels, as a tile or a \
            disc does: a mask of that is a blot. Draw the sign alone, without a plate behind it.
            """)
    }

    private var isFilledTile: Bool {
        let outline = alpha.withoutHoles
        let whole = AlphaPlane(side: side, values: outline.map { $0 ? 255 : 0 })
        guard let box = whole.box else { return false }
        let area = Double(outline.count { $0 })
        let solid = Double(alpha.values.count { $0 >= AlphaPlane.half })
        guard solid >= 0.7 * area else { return false }
        let tile = Tile(box, area: area)
        guard 10 * tile.radius > Double(box.x.count) else { return false }
        let wrong = outline.indices.count { outline[$0] != tile.contains($0 % side, $0 / side) }
        return Double(wrong) <= 0.05 * area
    }
}

private struct Tile {
    private let box: PixelBox
    /// Radius of the corners, in pixels.
    let radius: Double

    init(_ box: PixelBox, area: Double) {
        self.box = box
        // Each corner lacks (1 - pi/4) r².
        let missing = max(0, Double(box.x.count * box.y.count) - area)
        radius = min((missing / (4 - Double.pi)).squareRoot(), Double(min(box.x.count, box.y.count)) / 2)
    }

    /// Whether the tile contains the centre of a pixel.
    func contains(_ x: Int, _ y: Int) -> Bool {
        guard box.x.contains(x), box.y.contains(y) else { return false }
        let across = abs(Double(x) + 0.5 - box.centre.x) - (Double(box.x.count) / 2 - radius)
        let down = abs(Double(y) + 0.5 - box.centre.y) - (Double(box.y.count) / 2 - radius)
        return across <= 0 || down <= 0 || across * across + down * down <= radius * radius
    }
}

extension AlphaPlane {
    /// Minimum alpha of a pixel that counts as drawn.
    static let half = 128

    /// For each pixel, whether it is in the outline with its holes filled: no path over mostly transparent
    /// pixels connects it with the canvas's edge.
    fileprivate var withoutHoles: [Bool] {
        var isInside = [Bool](repeating: true, count: values.count)
        var stack: [Int] = []
        func enter(_ x: Int, _ y: Int) {
            let pixel = y * side + x
            guard x >= 0, y >= 0, x < side, y < side, isInside[pixel], values[pixel] < Self.half else {
                return
            }
            isInside[pixel] = false
            stack.append(pixel)
        }
        for offset in 0..<side {
            for edge in [0, side - 1] {
                enter(offset, edge)
                enter(edge, offset)
            }
        }
        while let pixel = stack.popLast() {
            let (x, y) = (pixel % side, pixel / side)
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] { enter(x + dx, y + dy) }
        }
        return isInside
    }
}
