// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel

/// The measures of a sheet, in points. What holds text grows with the person's text size; icons, margins and
/// corners do not, since one icon size keeps the rows calm.
struct SheetMetrics {
    static let target = SheetMeasures.target
    static let icon = SheetMeasures.icon
    static let tile = SheetMeasures.tile
    static let phoneWidth = 390.0
    static let margin = 8.0
    static let padding = SheetMeasures.padding
    static let corner = SheetMeasures.corner
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

    var cellWidth: Double { SheetMeasures.cellWidth(textSize: textSize) }
    var titleWidth: Double { cellWidth - SheetMeasures.titleInset }

    /// How many cells stand beside one another in the panel.
    func columns(in width: Double) -> Int { max(1, Int(width / cellWidth)) }
}
