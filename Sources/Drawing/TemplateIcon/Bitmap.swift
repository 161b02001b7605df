// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing

/// A decoded picture: eight bits per channel, red, green, blue, alpha, not premultiplied.
package struct Bitmap: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Row by row from the top, four bytes per pixel.
    package var pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    package init(mask: AlphaPlane, tint: Tint) {
        width = mask.side
        height = mask.side
        pixels = mask.values.flatMap { [tint.red, tint.green, tint.blue, $0] }
    }
}
