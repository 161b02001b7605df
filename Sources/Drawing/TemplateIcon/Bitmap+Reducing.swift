// SPDX-License-Identifier: Apache-2.0

extension Bitmap {
    /// The picture with its aspect ratio kept, its longer side at most `side` pixels. Each pixel is the
    /// average of the area that it covers, with colours weighted by alpha.
    func reduced(toFit side: Int) -> Bitmap {
        let longer = max(width, height)
        guard longer > side else { return self }
        let newWidth = max(1, (width * side + longer / 2) / longer)
        let newHeight = max(1, (height * side + longer / 2) / longer)
        let wide = rowsReduced(to: newWidth)
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * 4)
        for taps in AlphaPlane.taps(from: height, to: newHeight) {
            for x in 0..<newWidth {
                var sum = SIMD4<Float>()
                for tap in taps { sum += tap.weight * wide[tap.index * newWidth + x] }
                Self.append(sum, to: &result)
            }
        }
        return Bitmap(width: newWidth, height: newHeight, pixels: result)
    }

    /// Every row at the new width; colours are premultiplied, alpha comes last.
    private func rowsReduced(to newWidth: Int) -> [SIMD4<Float>] {
        let columns = AlphaPlane.taps(from: width, to: newWidth)
        var wide: [SIMD4<Float>] = []
        wide.reserveCapacity(newWidth * height)
        for y in 0..<height {
            for taps in columns {
                var sum = SIMD4<Float>()
                for tap in taps { sum += tap.weight * multiplied(at: (y * width + tap.index) * 4) }
                wide.append(sum)
            }
        }
        return wide
    }

    private func multiplied(at place: Int) -> SIMD4<Float> {
        let colour = SIMD4(Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 1)
        return colour * Float(pixels[place + 3])
    }

    private static func append(_ sum: SIMD4<Float>, to pixels: inout [UInt8]) {
        let alpha = sum.w
        for channel in 0..<3 { pixels.append(alpha > 0 ? byte(sum[channel] / alpha) : 0) }
        pixels.append(byte(alpha))
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}
