// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// The page on which the person customises the sheet: all possible activities, independent of the shared
/// items.
package struct SheetEditing: Hashable, Sendable {
    /// All activities in the order of sheets, including those with unmet requirements.
    var all: [EditedActivity] = []
    /// Whether the first call has succeeded or failed; until then the previous page stays visible.
    package internal(set) var isAnswered = false
    /// The last error, as a sentence; the reason in it may be the daemon's English one.
    package internal(set) var problem: String?
    /// Whether the person has starred activities.
    var hasStars = false
    /// Whether the person has reordered activities.
    var hasOrder = false
    /// Whether `hasStars` and `hasOrder` are known.
    var knowsDecisions = false
    /// Whether the page may differ from the daemon's state, and must be refreshed once no change is pending.
    var isStale = false
    /// Whether the list was requested again after a disconnection.
    var hasReconnected = false
    /// Activities switched on since the last list, which the administrator's default may still hide.
    var wanted: Set<String> = []
    /// Activities whose rows have become visible.
    var seen: Set<String> = []
    var sentOrder: [String] = []
    /// Changes to undo the last reset; empty after any other change.
    var undo: [SheetChange] = []
    /// Whether the sheet's list may be outdated.
    var isChanged = false

    package var activities: [EditedActivity] { all.filter(\.isAvailable) }

    /// Whether anything differs from the defaults; false until that is known.
    package var canReset: Bool {
        knowsDecisions && (hasStars || hasOrder || all.contains(where: \.isDecided))
    }

    package var canUndo: Bool { !undo.isEmpty }

    var order: [String] { all.filter(\.isCustom).map(\.identifier) }

    func index(_ identifier: String) -> Int? { all.firstIndex { $0.identifier.isExactly(identifier) } }

    /// The index of the next available custom activity in the direction of `step`; nil if there is none, or
    /// if the activity at `index` is a system one.
    func target(_ index: Int, by step: Int) -> Int? {
        guard all[index].isCustom else { return nil }
        var next = index + step
        while all.indices.contains(next), !all[next].isAvailable { next += step }
        return all.indices.contains(next) && all[next].isCustom ? next : nil
    }

    package func canMove(_ identifier: String, by step: Int) -> Bool {
        index(identifier).flatMap { target($0, by: step) } != nil
    }
}

/// An activity to star, hide or, if it is a custom one, move.
package struct EditedActivity: Hashable, Sendable {
    package let identifier: String
    package let title: String
    package let isCustom: Bool
    /// Whether an administrator has fixed whether the activity is listed.
    package let isLocked: Bool
    package internal(set) var isListed: Bool
    package internal(set) var isStarred: Bool
    /// Whether the star can be changed. An activity that is locked and hidden can appear in no sheet, so it
    /// cannot be starred.
    package var hasStar: Bool { isStarred || !isLocked || isListed }
    /// Whether the activity is hidden by a decision, or all of its requirements are met.
    let isAvailable: Bool
    /// Whether the administrator hides the activity by default, and the person may still show it.
    let isHiddenByDefault: Bool
    var isDecided: Bool

    init(_ bundle: Registry.Description, _ words: Words, locale: LocaleTag?) {
        identifier = bundle.identifier
        title = locale?.lookup(in: bundle.titles ?? [:]) ?? bundle.title ?? bundle.identifier
        isCustom = bundle.source == .custom
        isLocked = bundle.locked
        isListed = bundle.state != .ignored
        isStarred = bundle.starred == true
        isAvailable = bundle.state != .unavailable
        isHiddenByDefault = bundle.state == .ignored && bundle.decidedBy == .admin && !bundle.locked
        isDecided = bundle.decidedBy == .person
    }
}

package enum SheetChange: Hashable, Sendable {
    case elect(Registry.ElectRequest)
    case star(Registry.StarRequest)
    case arrange(Registry.ArrangeRequest)
}
