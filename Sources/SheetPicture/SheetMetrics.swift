// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// The measures of a sheet, in points. What holds text grows with the person's text size; icons, margins and
/// corners do not, since one icon size keeps the rows calm.
struct SheetMetrics {
    /// Of anything that is pressed, both ways (HIG, Layout; more than the 24 of WCAG 2.5.8, as the 44 of
    /// 2.5.5).
    static let target = 44.0
    static let icon = Double(SheetDrawing.iconSide)
    static let tile = 60.0
    static let phoneWidth = 390.0
    static let margin = 8.0
    /// Around the panel's contents.
    static let padding = 14.0
    static let corner = 20.0
    static let arrow = (width: 26.0, height: 12.0)
    static let bar = 52.0

    let textSize: Double

    var title: TextStyle { TextStyle(12 * textSize) }
    var subtitle: TextStyle { TextStyle(11 * textSize) }
    var heading: TextStyle { TextStyle(15 * textSize, .semibold) }
    var detail: TextStyle { TextStyle(12.5 * textSize) }
    var cancel: TextStyle { TextStyle(17 * textSize, .semibold) }
    var empty: TextStyle { TextStyle(15 * textSize, .medium) }
    var bar: TextStyle { TextStyle(14, .semibold) }

    /// Of 509 real titles in 72 languages two lines show 320 whole, 139 shrunk and 50 cut; two lines of 14
    /// cells, as a terminal has them, 312, 137 and 60.
    var cellWidth: Double { max(Self.tile + 12, 92 * textSize) }
    var titleWidth: Double { cellWidth - 4 }

    /// How many cells stand beside one another in a width.
    func columns(in width: Double) -> Int { max(1, Int(width / cellWidth)) }
}
