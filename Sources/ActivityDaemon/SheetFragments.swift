// SPDX-License-Identifier: Apache-2.0
//
// A sheet is mostly the same few activities over and over. What one looks like depends on the bundle, the
// locale and the width of a title, and not on the content, but for `taken`; so it is encoded once for each of
// these and copied into the replies.

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON

/// The activities of one snapshot, encoded as a request of one locale and one width is answered.
final class SheetFragments {
    final class Fragment {
        /// A JSON object without its closing brace, to which `taken` may be added.
        let text: [UInt8]
        /// Nil for the system's, whose order is the snapshot's.
        let order: SheetOrder.Key?

        init(text: [UInt8], order: SheetOrder.Key?) {
            self.text = text
            self.order = order
        }

        func precedes(_ other: Fragment) -> Bool {
            guard let order, let otherOrder = other.order else { return order == nil && other.order != nil }
            return order < otherOrder
        }
    }

    let locale: LocaleTag?
    let titleWidth: Int?
    private let collator: Collator
    /// By the bundle's index in `Snapshot.present`.
    private var fragments: [Int: Fragment] = [:]
    /// Of all texts.
    private(set) var bytes = 0

    init(locale: LocaleTag?, titleWidth: Int?, collator: Collator) {
        self.locale = locale
        self.titleWidth = titleWidth
        self.collator = collator
    }

    func fragment(_ listed: Snapshot.Listed, of snapshot: Snapshot) -> Fragment {
        if let known = fragments[listed.index] { return known }
        let activity = activity(listed.bundle)
        var text = activity.json.serialized
        text.removeLast()
        let isCustom = listed.bundle.source == .custom
        let fragment = Fragment(
            text: text,
            order: isCustom ? snapshot.orderKey(of: listed.bundle, title: activity.title, collator) : nil)
        fragments[listed.index] = fragment
        bytes += text.count
        return fragment
    }

    func fit(_ title: String) -> Sheet.Fit? {
        titleWidth.map { Sheet.Fit(TitleFit.cells(title, width: $0)) }
    }

    private func activity(_ bundle: Bundle) -> Sheet.Activity {
        let manifest = bundle.manifest
        let isSystem = bundle.source == .system
        var activity = Sheet.Activity(
            identifier: bundle.identifier, title: manifest.title(in: locale),
            source: isSystem ? .system : .custom,
            category: manifest.category)
        activity.subtitle = isSystem ? nil : manifest.maker
        activity.icon = bundle.iconPath
        activity.iconDigest = bundle.iconDigest?.description
        activity.asks = manifest.performOptions.asks ? true : nil
        activity.form = manifest.form.isEmpty ? nil : manifest.form.map { Sheet.Field($0, locale: locale) }
        activity.fit = fit(activity.title)
        return activity
    }
}

/// The fragments of the present snapshot, for the locales and widths that are asked for.
struct SheetFragmentCache {
    private struct Style: Hashable {
        let locale: ExactText?
        let titleWidth: Int?
    }

    /// People on one machine speak few languages, and their sheets have few widths.
    private static let maximumStyles = 16
    /// Room for ten thousand activities; those past it are put together for each sheet.
    private static let maximumBytes = 8 << 20

    private var generation = 0
    private var styles: [Style: SheetFragments] = [:]
    private let collators: Collators

    init(_ collators: Collators) { self.collators = collators }

    mutating func fragments(for ask: Sheet.ListRequest, generation: Int) -> SheetFragments {
        let style = Style(locale: ask.locale.map { ExactText($0) }, titleWidth: ask.titleWidth)
        let isFull = bytes > Self.maximumBytes
        if generation == self.generation, !isFull, let known = styles[style] { return known }
        if generation != self.generation || styles.count >= Self.maximumStyles || isFull {
            styles.removeAll()
            self.generation = generation
        }
        let locale = ask.locale.flatMap { LocaleTag($0) }
        let made = SheetFragments(
            locale: locale, titleWidth: ask.titleWidth, collator: collators.collator(for: locale))
        styles[style] = made
        return made
    }

    private var bytes: Int { styles.values.reduce(0) { $0 + $1.bytes } }
}
