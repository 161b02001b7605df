// SPDX-License-Identifier: Apache-2.0
//
// The picture of a check: for each bundle a card, and on it
//
//  - each file of the icon, large, as it is on a light ground and as a mask on a dark one, with what offends marked,
//    and beside it a legend with each fault's number, rule and message;
//  - the finished icon at the sizes at which it is seen, in three tints;
//  - the title beneath the icon as a sheet shows it, in each language of the manifest, and whether it is whole there,
//    shrunk or cut;
//  - whatever else is wrong.
//
// All of it is laid out first, from top to bottom, so that the picture is as high as it must be.

package import ActivityDrawing
package import ActivityModel
package import TemplateIcon

/// Where everything of a checked bundle stands.
package struct CheckLayout: Sendable {
    static let width = 1020.0
    static let margin = 20.0
    static let padding = 24.0
    /// Of an icon drawn large: 70 pixels four points each, which is eight pixels at high resolution.
    static let panelSide = 280.0
    static let legendX = margin + padding + 2 * panelSide + 16 + 24

    /// A fault in words, with the number that its marks bear.
    package struct Legend: Sendable {
        package let number: Int?
        package let badge: Rectangle
        package let lines: [TextLine]
    }

    /// One file of an icon.
    package struct Variant: Sendable {
        package let finding: Finding
        package let caption: TextLine
        /// On light, on dark; none where there is nothing to be drawn.
        package let panels: [Rectangle]
        package let legends: [Legend]
    }

    /// The finished icon at its sizes on one ground.
    package struct Sample: Sendable {
        package let frame: Rectangle
        package let ground: Colour
        package let tint: Tint
        package let icons: [Rectangle]
    }

    package struct Title: Sendable {
        package let title: CheckDrawing.Title
        package let fit: TitleFit
        package let frame: Rectangle
        package let tile: Rectangle
        package let lines: [TextLine]
        package let notes: [TextLine]
    }

    package struct Bundle: Sendable {
        package var card = Rectangle(0, 0, 0, 0)
        package var heading: [TextLine] = []
        package var variants: [Variant] = []
        package var samples: [Sample] = []
        package var samplesCaption: TextLine?
        package var titles: [Title] = []
        package var others: [Legend] = []
        package let icon: IconFiles?
    }

    package private(set) var height: Double
    package private(set) var bundles: [Bundle] = []

    package init(_ drawing: CheckDrawing) {
        height = Self.margin
        for bundle in drawing.bundles {
            let findings = bundle.icon.map(IconRules.examine) ?? []
            var flow = CheckFlow(bundle, findings, top: height)
            bundles.append(flow.laidOut())
            height = flow.bottom + Self.margin
        }
    }
}
