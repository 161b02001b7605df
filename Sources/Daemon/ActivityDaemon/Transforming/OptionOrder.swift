// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Sort key of a transform in a reply to Options and among the steps of a Prepare: the system's by position,
/// custom ones by title in the request's language. Transforms that join files into one come last, since no
/// other transform changes the joined file.
///
/// Titles are folded, not collated by a locale: opening one may wait for the disk, and a Prepare that then
/// had another order than Options would mislead the person.
struct OptionOrder: Comparable {
    private let joins: Bool
    private let order: SheetOrder

    init(_ bundle: Bundle, _ locale: LocaleTag?) {
        let manifest = bundle.manifest
        joins = manifest.transform?.joins == true
        // Only system bundles have a position; equal ones are in the order of their identifiers.
        let title = manifest.position == nil ? Collator(locale: nil).key(manifest.title(in: locale)) : []
        order = SheetOrder(rank: manifest.position, title: title, identifier: bundle.identifier)
    }

    static func < (one: OptionOrder, other: OptionOrder) -> Bool {
        one.joins != other.joins ? other.joins : one.order < other.order
    }
}
