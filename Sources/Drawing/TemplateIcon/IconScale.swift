// SPDX-License-Identifier: Apache-2.0

/// The screen density that a file of an icon is for. A plain name is for @2x, the high-resolution screen.
package enum IconScale: Int, CaseIterable, Sendable {
    case one = 1
    case two, three

    /// The size to draw for, in pixels: 35, 70, 105 (HIG, Activity: about 70 x 70 pixels at high resolution).
    package var ideal: Int { 35 * rawValue }

    /// The canvas sizes taken as "about" that: a tenth either way.
    package var canvas: ClosedRange<Int> {
        switch self {
        case .one: 31...39
        case .two: 63...77
        case .three: 94...116
        }
    }

    package var suffix: String { "@\(rawValue)x" }
}
