// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

extension SheetDrawing {
    /// What is shared, at the head of the sheet.
    package struct Summary: Hashable, Sendable, JSONObjectConvertible {
        package enum Kind: String, CaseIterable, Sendable, JSONConvertible {
            case picture, document, text, link, folder
        }

        package var title = ""
        package var detail = ""
        package var kind = Kind.document

        package init() {}

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            title = try object.read("title")
            detail = try object.read("detail")
            kind = try object.read("kind")
        }

        package var object: JSON.Object {
            .withoutNulls(["title": title, "detail": detail, "kind": kind])
        }
    }

    /// What the sheet says itself.
    package struct Words: Hashable, Sendable, JSONObjectConvertible {
        package var cancel = "Cancel"
        /// Instead of a blank.
        package var empty = "Nothing here can use this"

        package init() {}

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            cancel = try object.read("cancel")
            empty = try object.read("empty")
        }

        package var object: JSON.Object { .withoutNulls(["cancel": cancel, "empty": empty]) }
    }

    package struct Activity: Hashable, Sendable, JSONObjectConvertible {
        package var title: String
        /// Shown where another title folds alike.
        package var subtitle: String?
        /// Shown always, such as `3/5` where only three of five items are taken.
        package var note: String?
        package var category: Manifest.Category
        /// Whether it asks before it does anything, for which "…" stands after its title.
        package var asks = false
        /// Finished icons by theme, PNG of `iconSide` times `density` pixels; one that has not come is a gap.
        package var icons: [SheetTheme: [UInt8]] = [:]

        package init(title: String, subtitle: String? = nil, category: Manifest.Category) {
            self.title = title
            self.subtitle = subtitle
            self.category = category
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            title = try object.read("title")
            subtitle = try object.read("subtitle")
            note = try object.read("note")
            category = try object.read("category")
            asks = try object.read("asks")
            let texts: [String: String] = try object.read("icons")
            for theme in SheetTheme.allCases {
                guard let text = texts[theme.rawValue] else { continue }
                guard let bytes = Base64.decode(text) else {
                    throw JSON.Mismatch(pointer: "/icons/" + theme.rawValue, expected: "base64 with padding")
                }
                icons[theme] = bytes
            }
        }

        package var object: JSON.Object {
            let texts = icons.map { ($0.key.rawValue, Base64.encode($0.value)) }
            return .withoutNulls([
                "title": title, "subtitle": subtitle, "note": note, "category": category, "asks": asks,
                "icons": Dictionary(uniqueKeysWithValues: texts),
            ])
        }
    }
}
