// SPDX-License-Identifier: Apache-2.0
//
// The anti-aliasing test. Slanted and round edges without partly transparent pixels are stairs, and they stay
// stairs in every tint. But the absence of partly transparent pixels is not a fault by itself: a plus sign or
// a stack of bars on the pixel grid has none and needs none. So the test counts the stairs, not the partly
// transparent pixels.
//
// A step is a part of an edge that is one or two pixels high (or wide) between two turns in opposite
// directions, with no partly transparent pixel beside it. For a step one pixel high, these six pixels, and
// their mirrored and rotated forms:
//
//      . .
//      . #
//      # #
//
// Steps of two pixels come from a small aliased icon that was doubled in size. All pixels of a step must be
// transparent or alike (at least 32), so that a dimmed part without anti-aliasing counts as well. The
// tolerance for both is 8/255 of the step's alpha: 8 if it is opaque, at least 2.
//
// An anti-aliased slanted edge has partly covered pixels at each step, and so has no step by this definition.
// Corners of shapes on the grid are steps only if a side is one or two pixels long; some good icons have such
// details.
//
// Threshold: more than four steps, which is a detail or two on the pixel grid.
//
// A small picture enlarged by repeating its pixels is as bad, anti-aliased or not; its equal rows and columns
// reveal it (AlphaPlane+Enlarged.swift). The small picture must have two steps, or three degrees of partial
// alpha: bars and dots on a coarse grid look the same in any size.
//
// None of Adwaita's 617 black icons has more than one step at 64 pixels, or more than two at 96. With their
// alpha thresholded at a half, the test finds 528 of the 531 that are round or slanted; drawn at half the
// size, thresholded and doubled, 525. The misses include small bullets, which have become squares.

import ActivityModel

extension Picture {
    /// Maximum hard steps that pass as details on the pixel grid.
    private static let toleratedSteps = 4

    /// The fault of slanted edges without partly transparent pixels, or of an enlarged small picture.
    func aliasing() -> IconFault? { stairs() ?? enlargement() }

    private func enlargement() -> IconFault? {
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

    private func stairs() -> IconFault? {
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
    /// A pixel of each step that is one or two pixels high or wide and has no partly transparent pixel beside
    /// it.
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

    /// Index of that of two pixels that has more alpha, and so is on the canvas.
    private func denser(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Int {
        self[x, y] > self[otherX, otherY] ? y * side + x : otherY * side + otherX
    }

    /// Whether two columns form a step: one is filled `height` rows further than the other, and both agree
    /// above and below.
    private func isStep(_ height: Int, _ at: (Int, Int) -> Int) -> Bool {
        // Most places are not edges; this is the cheapest test.
        guard abs(at(0, 1) - at(1, 1)) >= 16 else { return false }
        let level = [at(0, 0), at(1, 0), at(0, height + 1), at(1, height + 1)].max() ?? 0
        guard level >= 32 else { return false }
        // Dimming brings the pixel values of an edge closer together.
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
