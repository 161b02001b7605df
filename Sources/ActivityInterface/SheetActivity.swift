// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// The types of io.activityd.Sheet; the interface file documents each field.
package enum Sheet {
    package enum Width: String, CaseIterable, Sendable, JSONConvertible {
        case compact, regular
    }

    package enum Presentation: String, CaseIterable, Sendable, JSONConvertible {
        case actionSheet, popover
    }

    package enum Source: String, CaseIterable, Sendable, JSONConvertible {
        case system, application, custom
    }

    package struct OwnActivity: Hashable, Sendable, JSONObjectConvertible {
        package let identifier: String
        package let title: String
        package let icon: String?
        package let category: Manifest.Category

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            title = try object.read("title")
            icon = try object.read("icon")
            category = try object.read("category") ?? .action
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "title": title, "icon": icon, "category": category])
        }
    }

    package struct Fit: Hashable, Sendable, JSONObjectConvertible {
        package let text: String
        package let scale: Double
        package let truncated: Bool

        package init(_ fit: TitleFit) {
            text = fit.text
            scale = fit.scale
            truncated = fit.truncated
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            text = try object.read("text")
            scale = try object.read("scale")
            truncated = try object.read("truncated")
        }

        package var object: JSON.Object {
            .withoutNulls(["text": text, "scale": scale, "truncated": truncated])
        }
    }

    package struct Activity: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var title: String
        package var subtitle: String?
        package var source: Source
        package var category: Manifest.Category
        package var icon: String?
        package var iconDigest: String?
        package var asks: Bool?
        package var form: [Field]?
        package var taken: [Int]?
        package var fit: Fit?

        package init(identifier: String, title: String, source: Source, category: Manifest.Category) {
            self.identifier = identifier
            self.title = title
            self.source = source
            self.category = category
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            title = try object.read("title")
            subtitle = try object.read("subtitle")
            source = try object.read("source")
            category = try object.read("category")
            icon = try object.read("icon")
            iconDigest = try object.read("iconDigest")
            asks = try object.read("asks")
            form = try object.read("form")
            taken = try object.read("taken")
            fit = try object.read("fit")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier, "title": title, "subtitle": subtitle, "source": source,
                "category": category, "icon": icon, "iconDigest": iconDigest, "asks": asks, "form": form,
                "taken": taken, "fit": fit,
            ])
        }
    }

    package struct LeftOut: Hashable, Sendable, JSONObjectConvertible {
        package let identifier: String
        package let rule: Rule

        package init(identifier: String, rule: Rule) {
            self.identifier = identifier
            self.rule = rule
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            rule = try object.read("rule")
        }

        package var object: JSON.Object { .withoutNulls(["identifier": identifier, "rule": rule]) }
    }
}
