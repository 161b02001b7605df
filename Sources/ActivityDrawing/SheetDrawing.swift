// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import StrictJSON

/// A sheet that is to be drawn as a picture, as the drawing process is sent it.
package struct SheetDrawing: Hashable, Sendable, JSONObjectConvertible {
    package enum Presentation: String, CaseIterable, Sendable, JSONConvertible {
        case actionSheet, popover
    }

    /// Of an icon on a sheet, in points.
    package static let iconSide = Int(SheetMeasures.icon)
    /// The most that a picture shows: a person reads no further, and a picture has an end.
    package static let maximumActivities = 240
    /// Pixels a point.
    package static let densities = 1...3
    /// The person's text size against the ordinary one.
    package static let textSizes = 0.8...2.0

    package var presentation = Presentation.popover
    /// One sheet each, side by side.
    package var themes: [SheetTheme] = [.light]
    /// Whether the language is written from right to left.
    package var isMirrored = false
    /// BCP 47; it decides between the forms that one character has in several languages.
    package var language = ""
    package var textSize = 1.0
    package var density = 2
    package var summary = Summary()
    package var words = Words()
    package var activities: [Activity] = []

    package init() {}

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        presentation = try object.read("presentation")
        themes = try object.read("themes")
        isMirrored = try object.read("isMirrored")
        language = try object.read("language")
        textSize = try object.read("textSize")
        density = try object.read("density")
        summary = try object.read("summary")
        words = try object.read("words")
        activities = try object.read("activities")
        guard (1...2).contains(themes.count) else {
            throw JSON.Mismatch(pointer: "/themes", expected: "one theme or two")
        }
        guard Self.textSizes.contains(textSize) else {
            throw JSON.Mismatch(pointer: "/textSize", expected: "a number from 0.8 to 2")
        }
        guard Self.densities.contains(density) else {
            throw JSON.Mismatch(pointer: "/density", expected: "1, 2 or 3")
        }
        guard activities.count <= Self.maximumActivities else {
            throw JSON.Mismatch(pointer: "/activities", expected: "at most \(Self.maximumActivities)")
        }
    }

    package var object: JSON.Object {
        .withoutNulls([
            "presentation": presentation, "themes": themes, "isMirrored": isMirrored, "language": language,
            "textSize": textSize, "density": density, "summary": summary, "words": words,
            "activities": activities,
        ])
    }
}
