// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// The page on which a person makes the sheet theirs: all activities that could be there, whatever is shared.
package struct SheetEditing: Hashable, Sendable {
    /// All, in the order in which sheets list them; those that want a program among them.
    var all: [EditedActivity] = []
    /// Whether the daemon has said what there is; until then, or until it fails to, the page before stays.
    package internal(set) var isAnswered = false
    /// The last fault, a sentence in the sheet's language.
    package internal(set) var problem: String?
    /// Whether the person has stars of their own, and an order of their own.
    var hasStars = false
    var hasOrder = false
    /// Whether the daemon has said so.
    var knowsDecisions = false
    /// How many changes the daemon has not answered yet.
    var pending = 0
    /// Whether what is shown may differ from what is in force, so that it must be asked for once nothing is pending.
    var isStale = false
    /// Whether the daemon was asked once more after it went away.
    var hasReconnected = false
    /// Activities that the person has switched on, and that the administrator's default may still hide.
    var wanted: Set<String> = []
    /// Activities whose rows have been in sight.
    var seen: Set<String> = []
    /// The order that the daemon was told last.
    var sentOrder: [String] = []
    /// The changes that take the reset back which was the last change.
    var undo: [SheetChange] = []
    /// Whether a sheet that lists now may differ from the one that was left.
    var isChanged = false
    /// Whether the window is gone, and only answers are awaited.
    var isLeaving = false

    /// The activities on the page.
    package var activities: [EditedActivity] { all.filter(\.isAvailable) }

    /// Whether anything is otherwise than by default; false until all that a reset takes back is known.
    package var canReset: Bool {
        knowsDecisions && (hasStars || hasOrder || all.contains(where: \.isDecided))
    }

    package var canUndo: Bool { !undo.isEmpty }

    /// The custom activities, in order; each once.
    var order: [String] { all.filter(\.isCustom).map(\.identifier) }

    func index(_ identifier: String) -> Int? { all.firstIndex { $0.identifier.isExactly(identifier) } }

    /// Where an activity goes by one step up or down; nil at an end, and for the system's.
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

/// An activity that may be starred, hidden and, where it is a custom one, moved.
package struct EditedActivity: Hashable, Sendable {
    package let identifier: String
    package let title: String
    package let isCustom: Bool
    /// Whether an administrator has decided for good whether it is listed.
    package let isLocked: Bool
    package internal(set) var isListed: Bool
    package internal(set) var isStarred: Bool
    /// Whether its star can be set, or taken back. One that no sheet lists, whatever the person does, would not come into the
    /// first row.
    package var hasStar: Bool { isStarred || !isLocked || isListed }
    /// Whether it lacks no program that it needs.
    let isAvailable: Bool
    /// Whether it is hidden by the administrator, and the person may have it nevertheless.
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

/// A change to what all of the person's sheets list.
package enum SheetChange: Hashable, Sendable {
    case elect(Registry.ElectRequest)
    case star(Registry.StarRequest)
    case arrange(Registry.ArrangeRequest)
}
