// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

extension Sheet {
    /// What an app asks a sheet for.
    package struct ListRequest: Hashable, Sendable, JSONObjectConvertible {
        /// A sheet of more of the app's own activities than this is no sheet any more.
        package static let maximumIncluded = 64

        package var content: [Item]
        package var exclude: [String]?
        package var include: [OwnActivity]?
        package var includeOwn: Bool?
        package var locale: String?
        package var width: Width?
        package var titleWidth: Int?

        package init(content: [Item]) {
            self.content = content
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            content = try object.read("content")
            exclude = try object.read("exclude")
            include = try object.read("include")
            includeOwn = try object.read("includeOwn")
            locale = try object.read("locale")
            width = try object.read("width")
            titleWidth = try object.read("titleWidth")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "content": content, "exclude": exclude, "include": include, "includeOwn": includeOwn,
                "locale": locale, "width": width, "titleWidth": titleWidth,
            ])
        }
    }

    /// A sheet.
    package struct List: Hashable, Sendable, JSONObjectConvertible {
        package var generation: Int
        package var presentation: Presentation
        package var activities: [Activity]
        package var leftOut: [LeftOut]?

        package init(generation: Int, presentation: Presentation, activities: [Activity], leftOut: [LeftOut]?)
        {
            self.generation = generation
            self.presentation = presentation
            self.activities = activities
            self.leftOut = leftOut
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            generation = try object.read("generation")
            presentation = try object.read("presentation")
            activities = try object.read("activities")
            leftOut = try object.read("leftOut")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "generation": generation, "presentation": presentation, "activities": activities,
                "leftOut": leftOut,
            ])
        }
    }

    /// A finished icon.
    package struct Icon: Hashable, Sendable, JSONObjectConvertible {
        package static let sizes = 8...512

        /// Base64.
        package let png: String
        package let iconDigest: String

        package init(png: String, iconDigest: String) {
            self.png = png
            self.iconDigest = iconDigest
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            png = try object.read("png")
            iconDigest = try object.read("iconDigest")
        }

        package var object: JSON.Object { .withoutNulls(["png": png, "iconDigest": iconDigest]) }
    }
}
