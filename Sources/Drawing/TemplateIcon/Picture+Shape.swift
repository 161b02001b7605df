// SPDX-License-Identifier: Apache-2.0
//
// The tests of the picture's position on its canvas and of its extent. "Visible" pixels have alpha over
// 8/255; the box is the smallest rectangle around all visible pixels.
//
// - empty: no connected part (over edges and corners) has 0.3 % of the canvas, 15 pixels of 70 x 70. The
//   other tests would only describe dust, so they are skipped.
// - opaque: no pixel under 247. There is no transparent background, so the mask is a filled square.
// - faint: no pixel over 0.3. The icon would look disabled.
// - off-centre: the box's centre is further than 1/16 of the canvas (4.4 of 70 pixels) from the canvas's
//   centre, across or down. A sheet aligns icons by their canvas. Some icons are off-centre for a reason (a
//   badge in a corner); hence a warning. Of Adwaita's 617 black ones, 11 are.
// - small: the box's longer side is under 0.4 of the canvas. A thin line is long and not small.

import ActivityModel

extension Picture {
    func emptiness() -> IconFault? {
        let least = 0.003 * Double(side * side)
        let largest = alpha.largestPart
        guard Double(largest) < least else { return nil }
        return fault(
            .iconEmpty, .whole,
            largest == 0
                ? "is empty: every pixel is transparent. Draw the sign in black on a transparent background."
                : """
                shows only dust: its largest connected part has \(largest) pixels, of \(side * side). Draw \
                the sign as one or a few solid shapes.
                """)
    }

    func opacity() -> IconFault? {
        guard alpha.values.allSatisfy({ $0 >= AlphaPlane.opaque }) else { return nil }
        return fault(
            .iconOpaque, .whole,
            """
            has no transparent pixel, so the mask is a filled square; make the background transparent and \
            save with an alpha channel.
            """)
    }

    func faintness() -> IconFault? {
        let densest = Double(alpha.values.max() ?? 0) / 255
        guard densest <= 0.3 else { return nil }
        return fault(
            .iconFaint, alpha.box.map { .box($0) } ?? .whole,
            "is at most \(percent(densest)) opaque and will look disabled; draw its main part fully opaque.")
    }

    func offCentre() -> IconFault? {
        guard let box = alpha.box else { return nil }
        let right = box.centre.x - Double(side) / 2
        let down = box.centre.y - Double(side) / 2
        guard max(abs(right), abs(down)) > Double(side) / 16 else { return nil }
        let moves = [
            right == 0 ? nil : "\(abs(right)) pixels \(right > 0 ? "left" : "right")",
            down == 0 ? nil : "\(abs(down)) pixels \(down > 0 ? "up" : "down")",
        ]
        return fault(
            .iconOffCentre, .box(box),
            "is not centred on its canvas; move the picture "
                + moves.compactMap { $0 }.joined(separator: " and ") + ".")
    }

    func smallness() -> IconFault? {
        guard let box = alpha.box else { return nil }
        let longer = max(box.x.count, box.y.count)
        guard Double(longer) < 0.4 * Double(side) else { return nil }
        return fault(
            .iconSmall, .box(box),
            """
            fills only \(box.x.count) x \(box.y.count) of its \(side) x \(side) pixels; draw it about \
            \(side * 4 / 5) pixels wide or high.
            """)
    }

    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
}

extension AlphaPlane {
    /// The smallest rectangle around all visible pixels; nil if there are none.
    package var box: PixelBox? {
        let seen = values.indices.filter { values[$0] > Self.nothing }
        guard let first = seen.first, let last = seen.last else { return nil }
        let columns = seen.map { $0 % side }
        guard let left = columns.min(), let right = columns.max() else { return nil }
        return PixelBox(x: left..<right + 1, y: first / side..<last / side + 1)
    }

    /// Size, in pixels, of the largest part connected over edges or corners.
    var largestPart: Int {
        var unvisited = values.map { $0 > Self.nothing }
        var largest = 0
        for start in unvisited.indices where unvisited[start] {
            unvisited[start] = false
            var stack = [start]
            var count = 0
            while let pixel = stack.popLast() {
                count += 1
                for next in neighbours(pixel) where unvisited[next] {
                    unvisited[next] = false
                    stack.append(next)
                }
            }
            largest = max(largest, count)
        }
        return largest
    }

    private func neighbours(_ pixel: Int) -> [Int] {
        let (x, y) = (pixel % side, pixel / side)
        var result: [Int] = []
        for row in max(0, y - 1)...min(side - 1, y + 1) {
            for column in max(0, x - 1)...min(side - 1, x + 1) { result.append(row * side + column) }
        }
        return result
    }
}
