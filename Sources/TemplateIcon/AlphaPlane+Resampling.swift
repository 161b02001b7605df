// SPDX-License-Identifier: Apache-2.0

/// Changing the size of a mask, one axis after the other.
///
/// When reducing, a new pixel is the average of the area that it covers: no source pixel is skipped, thin
/// lines keep their weight, and edges on a common grid stay sharp, as if the drawing had been rendered at
/// that size. When enlarging, the Catmull-Rom kernel interpolates. Colour plays no part, so neither
/// premultiplying nor gamma does.
extension AlphaPlane {
    package func resampled(to newSide: Int) -> AlphaPlane {
        guard newSide != side, side > 0 else { return self }
        let rows = Self.taps(from: side, to: newSide)
        var wide = [Float](repeating: 0, count: side * newSide)
        for y in 0..<side {
            for (x, taps) in rows.enumerated() {
                wide[y * newSide + x] = taps.reduce(0) { $0 + $1.weight * Float(values[y * side + $1.index]) }
            }
        }
        var result = [UInt8](repeating: 0, count: newSide * newSide)
        for (y, taps) in rows.enumerated() {
            for x in 0..<newSide {
                let value = taps.reduce(0) { $0 + $1.weight * wide[$1.index * newSide + x] }
                result[y * newSide + x] = UInt8(min(255, max(0, value.rounded())))
            }
        }
        return AlphaPlane(side: newSide, values: result)
    }

    private typealias Tap = (index: Int, weight: Float)

    /// For each new pixel the old pixels that it is made of; their weights add up to 1.
    private static func taps(from old: Int, to new: Int) -> [[Tap]] {
        let ratio = Double(old) / Double(new)
        return (0..<new).map {
            ratio > 1 ? area(Double($0) * ratio, ratio, old) : curve(Double($0), ratio, old)
        }
    }

    private static func area(_ start: Double, _ length: Double, _ old: Int) -> [Tap] {
        let end = start + length
        return (Int(start)..<min(old, Int(end.rounded(.up)))).map { index in
            let overlap = min(end, Double(index + 1)) - max(start, Double(index))
            return (index, Float(overlap / length))
        }
    }

    private static func curve(_ place: Double, _ ratio: Double, _ old: Int) -> [Tap] {
        let centre = (place + 0.5) * ratio - 0.5
        let reach = Int((centre - 2).rounded(.up))...Int((centre + 2).rounded(.down))
        let taps = reach.map { ($0, Float(kernel(Double($0) - centre))) }
        // Outside the canvas all is transparent.
        return taps.filter { (0..<old).contains($0.0) }
    }

    private static func kernel(_ distance: Double) -> Double {
        let d = abs(distance)
        if d < 1 { return 1 + d * d * (1.5 * d - 2.5) }
        return d < 2 ? 2 + d * (-4 + d * (2.5 - 0.5 * d)) : 0
    }
}
