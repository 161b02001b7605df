// SPDX-License-Identifier: Apache-2.0

/// A place on a picture, in points from its upper left corner.
package struct Rectangle: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var middleX: Double { x + width / 2 }
    package var middleY: Double { y + height / 2 }

    /// The same on a picture of that width, seen in a mirror.
    package func mirrored(in width: Double) -> Rectangle {
        Rectangle(width - maxX, y, self.width, height)
    }

    package func inset(_ distance: Double) -> Rectangle {
        Rectangle(x + distance, y + distance, width - 2 * distance, height - 2 * distance)
    }

    package func intersects(_ other: Rectangle) -> Bool {
        x < other.maxX - 0.01 && other.x < maxX - 0.01 && y < other.maxY - 0.01 && other.y < maxY - 0.01
    }

    /// A square around the middle.
    func square(_ side: Double) -> Rectangle {
        Rectangle(middleX - side / 2, middleY - side / 2, side, side)
    }
}
