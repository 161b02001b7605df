// SPDX-License-Identifier: Apache-2.0

/// The screen density of an icon file. A plain name is for @2x, the high-resolution screen.
package enum IconScale: Int, CaseIterable, Sendable {
    case one = 1
    case two, three

    /// The side to draw for, in pixels: 35, 70, 105 (HIG, Activity: about 70 x 70 pixels at high resolution).
    package var ideal: Int { 35 * rawValue }

    /// The accepted canvas sides: within a tenth of the ideal, rounded outwards.
    package var canvas: ClosedRange<Int> {
        switch self {
        case .one: 31...39
        case .two: 63...77
        case .three: 94...116
        }
    }

    package var suffix: String { "@\(rawValue)x" }
}
