// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// Bundles that were checked and are to be drawn with all that is wrong, as the drawing process is sent them.
package struct CheckDrawing: Hashable, Sendable, JSONObjectConvertible {
    /// The most bundles that fit a picture.
    package static let maximumBundles = 24

    package struct Title: Hashable, Sendable, JSONObjectConvertible {
        /// As the manifest writes it; empty for the title itself.
        package let locale: String
        /// With "…" where the activity asks.
        package let title: String
        package let rules: [Rule]

        package init(locale: String, title: String, rules: [Rule]) {
            self.locale = locale
            self.title = title
            self.rules = rules
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            locale = try object.read("locale")
            title = try object.read("title")
            rules = try object.read("rules")
        }

        package var object: JSON.Object {
            .withoutNulls(["locale": locale, "title": title, "rules": rules])
        }
    }

    package struct Bundle: Hashable, Sendable, JSONObjectConvertible {
        package let identifier: String
        /// Nil where there is none to be read.
        package let icon: IconFiles?
        package let titles: [Title]
        /// What is wrong besides the icon's picture, which activity-draw judges again when it draws it.
        package let diagnostics: [Diagnostic]

        package init(identifier: String, icon: IconFiles?, titles: [Title], diagnostics: [Diagnostic]) {
            self.identifier = identifier
            self.icon = icon
            self.titles = titles
            self.diagnostics = diagnostics
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            icon = try object.read("icon")
            titles = try object.read("titles")
            diagnostics = try object.read("diagnostics")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier, "icon": icon, "titles": titles, "diagnostics": diagnostics,
            ])
        }
    }

    package let bundles: [Bundle]

    package init(bundles: [Bundle]) {
        self.bundles = bundles
    }

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        bundles = try object.read("bundles")
        guard (1...Self.maximumBundles).contains(bundles.count) else {
            throw JSON.Mismatch(pointer: "/bundles", expected: "one to \(Self.maximumBundles)")
        }
    }

    package var object: JSON.Object { .withoutNulls(["bundles": bundles]) }
}
