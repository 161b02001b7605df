// SPDX-License-Identifier: Apache-2.0

package struct PixelBox: Hashable, Sendable {
    /// Columns, from the left.
    package let x: Range<Int>
    /// Rows, from the top.
    package let y: Range<Int>

    package init(x: Range<Int>, y: Range<Int>) {
        self.x = x
        self.y = y
    }

    /// The centre, in pixels from the canvas's upper left corner.
    package var centre: (x: Double, y: Double) {
        (Double(x.lowerBound + x.upperBound) / 2, Double(y.lowerBound + y.upperBound) / 2)
    }
}
