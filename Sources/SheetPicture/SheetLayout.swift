// SPDX-License-Identifier: Apache-2.0
//
// A sheet as rectangles, before anything is drawn. What a sheet promises (targets of 44, one icon size, whole
// titles where they fit, a sentence rather than a blank) can be held against these values by a test.
//
// Everything is laid out from left to right first; a language that is written from right to left sees the
// same in a mirror, but for the text itself. The two categories stand in rows of their own, sharing above
// acting, each in the order of the reply: the system's before everybody else's.

package import ActivityDrawing
package import ActivityModel

/// Where everything of a sheet stands.
package struct SheetLayout: Sendable {
    package struct Cell: Sendable {
        /// Which activity.
        package let index: Int
        /// What can be pressed.
        package var target: Rectangle
        package var tile: Rectangle
        package var icon: Rectangle
        package let fit: TitleFit
        package var title: [TextLine]
        package var subtitle: TextLine?
    }

    package struct Header: Sendable {
        package var tile: Rectangle
        package var title: TextLine
        package var detail: TextLine
    }

    /// Of the picture.
    package var width = 0.0
    package var height = 0.0
    /// The phone's screen or the app's window.
    package var screen = Rectangle(0, 0, 0, 0)
    /// The standard share button that the sheet belongs to.
    package var shareButton = Rectangle(0, 0, 0, 0)
    package var panel = Rectangle(0, 0, 0, 0)
    /// Where a popover's arrow points to.
    package var arrowX: Double?
    package var header: Header
    package var dividers: [Rectangle] = []
    package var cells: [Cell] = []
    /// What an empty sheet says.
    package var empty: [TextLine] = []
    package var cancel: (button: Rectangle, line: TextLine)?

    package init(_ drawing: SheetDrawing, _ measure: some TextMeasure) {
        let metrics = SheetMetrics(textSize: drawing.textSize)
        let isPopover = drawing.presentation == .popover
        let frame = SheetFrame(drawing, metrics)
        panel = Rectangle(0, 0, frame.panelWidth, 0)
        header = Self.header(drawing.summary, panel.width, metrics, measure)
        var top = max(header.tile.maxY, header.detail.frame.maxY) + SheetMetrics.padding
        let groups = SheetGroups(drawing, metrics, measure)
        for category in [Manifest.Category.share, .action] {
            let rows = groups.rows(category, width: panel.width, top: top + 7)
            guard let last = rows.last else { continue }
            dividers.append(Rectangle(SheetMetrics.padding, top, panel.width - 2 * SheetMetrics.padding, 1))
            cells += rows
            top = rows.map(\.target.maxY).max() ?? last.target.maxY
            top += 7
        }
        if drawing.activities.isEmpty {
            dividers.append(Rectangle(SheetMetrics.padding, top, panel.width - 2 * SheetMetrics.padding, 1))
            top = sayEmpty(drawing.words.empty, top: top, metrics, measure)
        }
        panel.height = top + (isPopover ? 7 : 5)
        if isPopover { placePopover(frame) } else { placeActionSheet(drawing.words, metrics, measure) }
        if drawing.isMirrored { mirror() }
    }

    private static func header(
        _ summary: SheetDrawing.Summary, _ width: Double, _ metrics: SheetMetrics, _ measure: some TextMeasure
    ) -> Header {
        let left = SheetMetrics.padding + SheetMetrics.target + 12
        let room = width - left - SheetMetrics.padding
        let lines = metrics.heading.lineHeight + metrics.detail.lineHeight
        let height = max(SheetMetrics.target, lines)
        let top = SheetMetrics.padding + (height - lines) / 2
        let title = measure.cut(summary.title, metrics.heading, to: room)
        let detail = measure.cut(summary.detail, metrics.detail, to: room)
        return Header(
            tile: Rectangle(
                SheetMetrics.padding, SheetMetrics.padding + (height - SheetMetrics.target) / 2,
                SheetMetrics.target, SheetMetrics.target),
            title: .leading(title, metrics.heading, .title, in: Rectangle(left, top, room, 0), measure),
            detail: .leading(
                detail, metrics.detail, .secondary,
                in: Rectangle(left, top + metrics.heading.lineHeight, room, 0), measure))
    }

    private mutating func sayEmpty(
        _ sentence: String, top: Double, _ metrics: SheetMetrics, _ measure: some TextMeasure
    ) -> Double {
        let room = panel.width - 4 * SheetMetrics.padding
        var y = top + 44
        for text in measure.lines(sentence, metrics.empty, width: room) {
            let box = Rectangle(2 * SheetMetrics.padding, y, room, 0)
            empty.append(.centred(text, metrics.empty, .secondary, in: box, measure))
            y += metrics.empty.lineHeight
        }
        return y + 44
    }
}
