// SPDX-License-Identifier: Apache-2.0
//
// Initialisers of io.activityd.Sheet's types from the model.

package import ActivityModel

extension Sheet.ListRequest {
    /// Maximum activities of the app's own; more would fill the sheet.
    package static let maximumIncluded = 64
    /// Maximum exclusions, as many as a content may have items; an app excludes activities that it already
    /// offers.
    package static let maximumExcluded = 4096

    /// The first of `include`, `exclude` and `titleWidth` with an invalid value; nil if all are valid.
    package var faultyParameter: String? {
        if include?.count ?? 0 > Self.maximumIncluded { return "include" }
        if exclude?.count ?? 0 > Self.maximumExcluded { return "exclude" }
        return titleWidth ?? 1 < 1 ? "titleWidth" : nil
    }
}

extension Sheet.IconRequest {
    /// Sides that can be requested, in pixels.
    package static let sizes = 8...512
}

extension Sheet.Activity {
    /// Whether the person answers questions first, in the sheet or in a window of the activity's.
    package var asksFirst: Bool { asks == true || form?.isEmpty == false }

    package init(_ bundle: Bundle, isStarred: Bool = false, taken: [Int]? = nil, locale: LocaleTag?) {
        let manifest = bundle.manifest
        let isSystem = bundle.source == .system
        self.init(
            identifier: bundle.identifier, title: manifest.title(in: locale),
            subtitle: isSystem ? nil : manifest.maker, source: isSystem ? .system : .custom,
            category: manifest.category, icon: bundle.iconPath,
            iconDigest: bundle.iconDigest?.description, asks: manifest.performOptions.asks ? true : nil,
            form: manifest.form.isEmpty ? nil : manifest.form.map { Sheet.Field($0, locale: locale) },
            starred: isStarred ? true : nil, taken: taken)
    }
}

extension Sheet.Fit {
    package init(_ fit: TitleFit) {
        self.init(text: fit.text, scale: fit.scale, truncated: fit.truncated)
    }
}

extension Sheet.Field {
    /// Whether the question cannot be answered: its program has no options to offer.
    package var offersNothing: Bool { required && type == .choice && options?.isEmpty == true }

    /// A question in the request's language.
    package init(_ field: FormField, locale: LocaleTag?) {
        let options = field.options.map {
            Sheet.Option(value: $0.value, label: locale?.lookup(in: $0.labels) ?? $0.described)
        }
        self.init(
            id: field.id, label: locale?.lookup(in: field.labels) ?? field.label, type: field.kind,
            options: field.kind == .choice && !field.isLive ? options : nil, default: field.defaultAnswer,
            required: field.isRequired, hint: field.hint, live: field.isLive ? true : nil,
            remember: field.remembers ? true : nil)
    }
}
