// SPDX-License-Identifier: Apache-2.0
//
// The anti-aliasing test. Slanted and round edges without partly transparent pixels are stairs, and they stay
// stairs in every tint. But no partly transparent pixel is no fault by itself: a plus sign or a stack of bars
// on the pixel grid has none and needs none. So not the partly transparent pixels are counted, but the
// stairs.
//
// What is measured: steps of an edge that are one or two pixels high (or wide) between two turns in opposite
// directions, with no partly transparent pixel at them. For a step one pixel high, these six pixels, and what
// mirroring and turning make of them:
//
//      . .
//      . #
//      # #
//
// Two pixels high is what becomes of a small aliased icon that was doubled in size. All pixels of a step must
// be nothing or alike (at least 32), so that a dimmed part without anti-aliasing counts as well. The slack in
// both is 8 of 255 parts of what is there: 8 where it is opaque, 2 at the least.
//
// An anti-aliased slanted edge has partly covered pixels at each step and so has no step at all by this
// definition. Corners of shapes on the grid are steps only where a side is one or two pixels long; some good
// icons have such details.
//
// Threshold: more than four steps, which is a detail or two on the pixel grid.
//
// A small picture enlarged by repeating its pixels is as bad, anti-aliased or not; it is found by its equal
// rows and columns (AlphaPlane+Enlarged.swift). It has to have two steps in it, or three degrees of partial
// alpha: bars and dots on a coarse grid look the same in any size.
//
// Of Adwaita's 617 black icons none has more than one step at 64 pixels, and none more than two at 96. With
// their alpha cut at a half, 528 of the 531 that are round or slanted are found; drawn at half the size, cut
// and doubled, 525. Among what is missed are small bullets, which have become squares.

import ActivityModel

extension Picture {
    /// Hard steps that are taken for details on the pixel grid.
    private static let toleratedSteps = 4

    /// A slanted edge without partly transparent pixels, or a small picture enlarged.
    func aliasing() -> Fault? { stairs() ?? enlargement() }

    private func enlargement() -> Fault? {
        guard let small = alpha.beforeEnlargement, let box = alpha.box,
            small.hardSteps.count >= 2 || small.partialDegrees >= 3
        else { return nil }
        return fault(
            .iconAliased, .box(box),
            """
            is a smaller picture, enlarged from \(small.side) to \(side) pixels by repeating its pixels; \
            export it from the drawing at \(side) x \(side), with anti-aliasing.
            """)
    }

    private func stairs() -> Fault? {
        let steps = alpha.hardSteps
        guard steps.count > Self.toleratedSteps else { return nil }
        return fault(
            .iconAliased, .pixels(Set(steps).sorted()),
            """
            has slanted or round edges in \(steps.count) hard steps; export it with anti-aliasing, so that \
            partly covered pixels are partly transparent.
            """)
    }
}

extension AlphaPlane {
    /// A pixel of each step that is one or two pixels high or wide and has no partly transparent pixel at it.
    var hardSteps: [Int] {
        var steps: [Int] = []
        for y in -1..<side {
            for x in -1..<side {
                for height in 1...2 {
                    if isStep(height, { self[x + $0, y + $1] }) {
                        steps.append(denser(x, y + 1, x + 1, y + 1))
                    }
                    if isStep(height, { self[x + $1, y + $0] }) {
                        steps.append(denser(x + 1, y, x + 1, y + 1))
                    }
                }
            }
        }
        return steps
    }

    /// Index of the place with more alpha, of two; it lies on the canvas.
    private func denser(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Int {
        self[x, y] > self[otherX, otherY] ? y * side + x : otherY * side + otherX
    }

    /// Two columns: one is filled one row further than the other, on either side of `height` rows of
    /// difference.
    private func isStep(_ height: Int, _ at: (Int, Int) -> Int) -> Bool {
        // Most places are no edge at all; this is the cheapest way to know.
        guard abs(at(0, 1) - at(1, 1)) >= 16 else { return false }
        let level = [at(0, 0), at(1, 0), at(0, height + 1), at(1, height + 1)].max() ?? 0
        guard level >= 32 else { return false }
        // In a dimmed part an edge's pixels are nearer to one another, too.
        let slack = max(2, level * Self.nothing / 255)
        func filled(_ column: Int, _ row: Int) -> Bool? {
            let value = at(column, row)
            if value <= slack { return false }
            return abs(value - level) <= slack ? true : nil
        }
        guard let top = filled(0, 0), filled(1, 0) == top,
            filled(0, height + 1) == !top, filled(1, height + 1) == !top,
            let side = filled(0, 1)
        else { return false }
        return (1...height).allSatisfy { filled(0, $0) == side && filled(1, $0) == !side }
    }
}
