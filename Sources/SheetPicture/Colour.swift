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

/// The colours of marks, one per fault of a picture; numbers help people who cannot tell the colours apart.
enum MarkColour {
    private static let all = [
        0xD1127F, 0x0B6BCB, 0xC05600, 0x6A35D9, 0x00796B, 0xB3261E, 0x4C6B00, 0x37474F, 0x8D4B00, 0x006E9C,
    ]

    static func of(_ index: Int, _ alpha: Double = 1) -> Colour { Colour(all[index % all.count], alpha) }
}
