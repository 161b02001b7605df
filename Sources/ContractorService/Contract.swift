// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SessionBus

/// An activity as Contractor's callers know one.
struct Contract {
    let identifier: String
    let name: String
    var description = ""
    var icon = ""

    /// Nil for an activity that has to ask: its caller has nowhere to.
    init?(_ activity: Sheet.Activity) {
        let isAsking = activity.form?.contains { $0.required == true && $0.`default` == nil } ?? false
        guard !isAsking else { return nil }
        identifier = activity.identifier
        name = activity.title
        description = activity.subtitle ?? ""
        icon = activity.icon ?? ""
    }

    /// Nil for what no sheet lists.
    ///
    /// - Parameter locale: of the name.
    init?(_ description: Registry.Description, _ locale: LocaleTag?) {
        guard description.state == .active, let title = description.title else { return nil }
        identifier = description.identifier
        name = locale?.lookup(in: description.titles ?? [:]) ?? title
    }

    static func reply(_ contracts: [Contract]) -> OpaquePointer? {
        let entries = contracts.map { contract in
            Variant.tuple(
                Variant.text(contract.identifier), Variant.text(contract.name),
                Variant.text(contract.description), Variant.text(contract.icon))
        }
        return Variant.tuple(Variant.array("(ssss)", entries))
    }
}
