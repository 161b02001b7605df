// SPDX-License-Identifier: Apache-2.0
//
// A sheet is mostly the same few activities over and over. What one looks like depends on the bundle, the
// locale and the width of a title, and not on the content, but for `taken`; so it is encoded once for each of
// these and copied into the replies. A change of one bundle leaves the others' as they are: otherwise each
// change would make the next sheet a millisecond slower.

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Glibc
import StrictJSON

/// The activities of one snapshot, encoded as a request of one locale and one width is answered.
final class SheetFragments {
    final class Fragment {
        /// All that it is made of; while it lives, no other record has its address.
        let record: BundleRecord
        /// A JSON object without its closing brace, to which `taken` may be added.
        let text: [UInt8]
        /// Nil for the system's, whose order is the snapshot's.
        let order: SheetOrder.Key?

        init(_ record: BundleRecord, text: [UInt8], order: SheetOrder.Key?) {
            self.record = record
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
    let generation: Int
    private let collator: Collator
    /// By the bundle's index in `Snapshot.present`.
    private var fragments: [Int: Fragment] = [:]
    /// The generation before's.
    private let former: [ObjectIdentifier: Fragment]
    /// Of all texts.
    private(set) var bytes = 0

    /// - Parameter former: of the same locale and width.
    init(
        locale: LocaleTag?, titleWidth: Int?, collator: Collator, generation: Int,
        after former: SheetFragments?
    ) {
        self.locale = locale
        self.titleWidth = titleWidth
        self.collator = collator
        self.generation = generation
        let isSame = former?.collator.isSame(as: collator) == true
        let fragments = isSame ? former?.fragments.values.map { (ObjectIdentifier($0.record), $0) } : nil
        self.former = Dictionary(fragments ?? []) { first, _ in first }
    }

    func fragment(_ listed: Snapshot.Listed, of snapshot: Snapshot) -> Fragment {
        if let known = fragments[listed.index] { return known }
        let fragment =
            former[ObjectIdentifier(listed.bundle.record)].map { again($0, listed.bundle, snapshot) }
            ?? make(listed.bundle, snapshot)
        fragments[listed.index] = fragment
        bytes += fragment.text.count
        return fragment
    }

    private func again(_ former: Fragment, _ bundle: Bundle, _ snapshot: Snapshot) -> Fragment {
        let order = former.order.map { snapshot.orderKey(of: bundle, after: $0) }
        return Fragment(bundle.record, text: former.text, order: order)
    }

    private func make(_ bundle: Bundle, _ snapshot: Snapshot) -> Fragment {
        let activity = activity(bundle)
        var text = activity.json.serialized
        text.removeLast()
        let isCustom = bundle.source == .custom
        return Fragment(
            bundle.record, text: text,
            order: isCustom ? snapshot.orderKey(of: bundle, title: activity.title, collator) : nil)
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

/// The fragments of the present snapshot and of the one before, for the locales and widths that are asked for.
///
/// Each user has a few places of their own: who asks for one made-up locale after the other gives up only those.
struct SheetFragmentCache {
    private struct Style: Hashable {
        let uid: uid_t
        let locale: ExactText?
        let titleWidth: Int?
    }

    /// People speak few languages, and their sheets have few widths.
    private static let maximumOfUser = 4
    private static let maximumStyles = 64
    /// Room for ten thousand activities; those past it are put together for each sheet.
    private static let maximumBytes = 8 << 20

    private var generation = 0
    /// The one that was asked for least recently comes first.
    private var styles: [(style: Style, fragments: SheetFragments)] = []

    mutating func fragments(
        for ask: Sheet.ListRequest, _ collator: Collator, uid: uid_t, generation: Int
    ) -> SheetFragments {
        if generation != self.generation {
            styles.removeAll { $0.fragments.generation != self.generation }
            self.generation = generation
        }
        let style = Style(uid: uid, locale: ask.locale.map { ExactText($0) }, titleWidth: ask.titleWidth)
        let bytes = styles.reduce(0) { $0 + $1.fragments.bytes }
        var former: SheetFragments?
        if let index = styles.firstIndex(where: { $0.style == style }) {
            let known = styles.remove(at: index)
            if bytes <= Self.maximumBytes {
                former = known.fragments
                if known.fragments.generation == generation {
                    styles.append(known)
                    return known.fragments
                }
            }
        } else {
            makeRoom(for: uid, isFull: bytes > Self.maximumBytes)
        }
        let made = SheetFragments(
            locale: ask.locale.flatMap { LocaleTag($0) }, titleWidth: ask.titleWidth, collator: collator,
            generation: generation, after: former)
        styles.append((style, made))
        return made
    }

    private mutating func makeRoom(for uid: uid_t, isFull: Bool) {
        let own = styles.indices.filter { styles[$0].style.uid == uid }
        if own.count >= Self.maximumOfUser || isFull && !own.isEmpty {
            styles.remove(at: own[0])
        } else if styles.count >= Self.maximumStyles || isFull {
            styles.removeFirst()
        }
    }
}
