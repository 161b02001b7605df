// SPDX-License-Identifier: Apache-2.0

/// Changing the size of a mask, one axis after the other, with the Catmull-Rom kernel.
///
/// When reducing, the kernel is stretched to cover every source pixel, so that nothing is skipped and thin lines keep their
/// weight; when enlarging it interpolates. Colour plays no part, so neither premultiplying nor gamma does.
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
        let stretch = max(1, ratio)
        return (0..<new).map { place in
            let centre = (Double(place) + 0.5) * ratio - 0.5
            let reach = Int((centre - 2 * stretch).rounded(.up))...Int((centre + 2 * stretch).rounded(.down))
            let raw = reach.map { (index: $0, weight: kernel((Double($0) - centre) / stretch)) }
            let sum = raw.reduce(0) { $0 + $1.weight }
            // Outside the canvas all is transparent.
            return raw.filter { (0..<old).contains($0.index) }.map { ($0.index, Float($0.weight / sum)) }
        }
    }

    private static func kernel(_ distance: Double) -> Double {
        let d = abs(distance)
        if d < 1 { return 1 + d * d * (1.5 * d - 2.5) }
        return d < 2 ? 2 + d * (-4 + d * (2.5 - 0.5 * d)) : 0
    }
}
