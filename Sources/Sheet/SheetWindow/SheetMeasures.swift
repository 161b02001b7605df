// SPDX-License-Identifier: Apache-2.0

/// Measures of a sheet, in points.
///
/// What holds text grows with the person's text size; icons, margins and corners do not, since one icon size keeps the
/// rows calm.
package enum SheetMeasures {
    /// Width and height of anything that is pressed (HIG, Layout; more than the 24 of WCAG 2.5.8, as the 44
    /// of 2.5.5).
    package static let target = 44.0
    /// 70 pixels at high resolution (HIG, Activity).
    package static let icon = 35.0
    /// Behind the icon.
    package static let tile = 60.0
    /// Around the panel's contents.
    package static let padding = 14.0
    /// Space beside a title in its cell, on both sides together.
    package static let titleInset = 4.0

    /// Width of an activity's cell. Of 509 real titles in 72 languages two lines show 320 whole, 139 shrunk
    /// and 50 cut; two lines of 14 cells, as in a terminal, show 312, 137 and 60.
    package static func cellWidth(textSize: Double) -> Double { max(tile + 12, 92 * textSize) }

    /// How many cells stand beside one another: four, or as many as a window of ordinary width has room for.
    ///
    /// - Parameter room: where that is less.
    package static func columns(textSize: Double, room: Double = .infinity) -> Int {
        min(4, max(2, Int(min(640, room) / cellWidth(textSize: textSize))))
    }
}
