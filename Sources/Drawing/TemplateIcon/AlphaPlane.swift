// SPDX-License-Identifier: Apache-2.0

/// The alpha channel of a square picture, which is the whole mask.
package struct AlphaPlane: Hashable, Sendable {
    package let side: Int
    /// Row by row from the top; 0 is transparent, 255 is opaque.
    package var values: [UInt8]

    package init(side: Int, values: [UInt8]) {
        self.side = side
        self.values = values
    }

    /// The alpha of a square picture; nil for any other shape.
    package init?(_ bitmap: Bitmap) {
        guard bitmap.width == bitmap.height else { return nil }
        side = bitmap.width
        values = stride(from: 3, to: bitmap.pixels.count, by: 4).map { bitmap.pixels[$0] }
    }

    /// The alpha of a pixel; 0 outside the canvas.
    subscript(x: Int, y: Int) -> Int {
        guard x >= 0, y >= 0, x < side, y < side else { return 0 }
        return Int(values[y * side + x])
    }

    /// The largest alpha that counts as transparent: on a white sheet it is indistinguishable from white.
    static let nothing = 8

    /// The smallest alpha that counts as opaque, as far from 255 as `nothing` is from 0.
    static let opaque = 247
}
