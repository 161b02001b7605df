// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A colour in sRGB.
package struct Colour: Hashable, Sendable {
    package let red: Double
    package let green: Double
    package let blue: Double
    package let alpha: Double

    /// As `0xRRGGBB`.
    package init(_ number: Int, _ alpha: Double = 1) {
        red = Double(number >> 16 & 0xFF) / 255
        green = Double(number >> 8 & 0xFF) / 255
        blue = Double(number & 0xFF) / 255
        self.alpha = alpha
    }

    /// Relative luminance (WCAG 2.2, definitions).
    package var luminance: Double {
        func linear(_ channel: Double) -> Double {
            channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
