// SPDX-License-Identifier: Apache-2.0
//
// The page on which a person customises the sheet.
//
// A change is shown and sent at once, and the replies arrive in order. If it refuses a change, or only it
// knows the result, the list is requested again once no change is pending. Replies to an earlier page are
// recognised by its number, and ignored.

package import ActivityInterface
import ActivityModel
import ContentSelection

extension SheetState {
    /// Opens the page, which is shown once the first reply has arrived.
    mutating func edit() -> [SheetEffect] {
        guard page == .activities else { return [] }
        editingNumber += 1
        page = .editing(SheetEditing())
        return [.describe(editingNumber), .findDecisions(editingNumber)]
    }

    /// Applies an event to the open page.
    mutating func edit(_ event: SheetEditEvent) -> [SheetEffect] {
        var notices: [SheetEffect] = []
        if case .changed(let number, let fault) = event {
            pendingChanges -= 1
            if let fault { notices = tell(fault, of: number) }
        }
        guard case .editing(var editing) = page else { return notices }
        let effects = apply(event, to: &editing)
        page = .editing(editing)
        pendingChanges += effects.count { if case .change = $0 { true } else { false } }
        return notices + effects
    }

    /// Notifies the person, once for each page, that a change failed after they left that page.
    private mutating func tell(_ fault: ServiceFault, of number: Int) -> [SheetEffect] {
        let isOpen = if case .editing = page { number == editingNumber } else { false }
        guard !isOpen, number > toldEditing else { return [] }
        toldEditing = number
        return [.notify(SheetNotice(title: sentence(fault)))]
    }

    private func apply(_ event: SheetEditEvent, to editing: inout SheetEditing) -> [SheetEffect] {
        switch event {
        case .described(let number, let answer) where number == editingNumber: described(answer, &editing)
        case .decisions(let number, let stars, let order) where number == editingNumber:
            found(stars: stars, order: order, &editing)
        case .changed(let number, let fault) where number == editingNumber: changed(fault, &editing)
        case .described, .decisions, .changed: []
        case .list(let identifier, let isListed): list(identifier, isListed, &editing)
        case .star(let identifier, let isStarred): star(identifier, isStarred, &editing)
        case .move(let identifier, let step): moved(identifier, by: step, &editing) ? arrange(&editing) : []
        case .drag(let identifier, let step): moved(identifier, by: step, &editing) ? [] : []
        case .drop: arrange(&editing)
        case .reset: reset(&editing)
        case .undo: undo(&editing)
        case .see(let identifiers): see(identifiers, &editing)
        }
    }

    var inSight: [String] { if case .editing(let editing) = page { Array(editing.seen) } else { [] } }

    func isInSight(_ identifier: String) -> Bool {
        if case .editing(let editing) = page { editing.seen.contains(identifier) } else { false }
    }

    // MARK: The person

    private func list(_ identifier: String, _ isListed: Bool, _ editing: inout SheetEditing) -> [SheetEffect]
    {
        guard let index = editing.index(identifier), !editing.all[index].isLocked,
            editing.all[index].isListed != isListed
        else { return [] }
        editing.all[index].isListed = isListed
        editing.all[index].isDecided = !isListed
        guard isListed else {
            return send(.elect(.init(identifier: identifier, election: .ignore)), &editing)
        }
        editing.wanted.insert(identifier)
        return use(editing.all[index], &editing)
    }

    /// Elects the default if that lists the activity; `use` if an administrator hides it by default.
    private func use(_ activity: EditedActivity, _ editing: inout SheetEditing) -> [SheetEffect] {
        if activity.isHiddenByDefault { editing.wanted.remove(activity.identifier) }
        editing.isStale = true
        return send(
            .elect(
                .init(
                    identifier: activity.identifier, election: activity.isHiddenByDefault ? .use : .default)),
            &editing)
    }

    private func star(_ identifier: String, _ isStarred: Bool, _ editing: inout SheetEditing) -> [SheetEffect]
    {
        guard let index = editing.index(identifier), editing.all[index].hasStar,
            editing.all[index].isStarred != isStarred
        else { return [] }
        editing.all[index].isStarred = isStarred
        let starred = editing.all.filter(\.isStarred).map(\.identifier)
        editing.hasStars = !starred.isEmpty
        // The administrator's stars apply again.
        if starred.isEmpty { editing.isStale = true }
        return send(.star(.init(identifiers: starred)), &editing)
    }

    /// - Returns: whether the activity moved.
    private func moved(_ identifier: String, by step: Int, _ editing: inout SheetEditing) -> Bool {
        guard let index = editing.index(identifier), let target = editing.target(index, by: step) else {
            return false
        }
        editing.all.insert(editing.all.remove(at: index), at: target)
        return true
    }

    /// Sends the order, unless it is the one sent or received last.
    private func arrange(_ editing: inout SheetEditing) -> [SheetEffect] {
        guard editing.order != editing.sentOrder else { return [] }
        editing.sentOrder = editing.order
        editing.hasOrder = true
        return send(.arrange(.init(identifiers: editing.order)), &editing)
    }

    private func reset(_ editing: inout SheetEditing) -> [SheetEffect] {
        guard editing.canReset else { return [] }
        var (effects, undo): ([SheetEffect], [SheetChange]) = ([], [])
        for index in editing.all.indices where editing.all[index].isDecided && !editing.all[index].isLocked {
            editing.all[index].isDecided = false
            let (identifier, isListed) = (editing.all[index].identifier, editing.all[index].isListed)
            undo.append(.elect(.init(identifier: identifier, election: isListed ? .use : .ignore)))
            effects += send(.elect(.init(identifier: identifier, election: .default)), &editing)
        }
        if editing.hasStars {
            undo.append(.star(.init(identifiers: editing.all.filter(\.isStarred).map(\.identifier))))
            effects += send(.star(.init(identifiers: [])), &editing)
        }
        if editing.hasOrder {
            undo.append(.arrange(.init(identifiers: editing.order)))
            effects += send(.arrange(.init(identifiers: [])), &editing)
        }
        (editing.hasStars, editing.hasOrder, editing.isStale) = (false, false, true)
        editing.undo = undo
        return effects
    }

    private func undo(_ editing: inout SheetEditing) -> [SheetEffect] {
        let changes = editing.undo
        editing.isStale = true
        return changes.flatMap { send($0, &editing) }
    }

    /// Requests icons for rows that have become visible.
    private func see(_ identifiers: [String], _ editing: inout SheetEditing) -> [SheetEffect] {
        let new = identifiers.filter { editing.seen.insert($0).inserted && icons[$0] == nil }
        guard let appearance, !new.isEmpty else { return [] }
        return [.icons(new, appearance)]
    }

    private func send(_ change: SheetChange, _ editing: inout SheetEditing) -> [SheetEffect] {
        editing.isChanged = true
        editing.problem = nil
        editing.undo = []
        return [.change(editingNumber, change)]
    }

    // MARK: The daemon

    private func described(
        _ answer: Result<[Registry.Description], ServiceFault>, _ editing: inout SheetEditing
    ) -> [SheetEffect] {
        switch answer {
        case .failure(.disconnected) where !editing.hasReconnected:
            editing.hasReconnected = true
            return [.describe(editingNumber)]
        case .failure(let fault):
            editing.isAnswered = true
            editing.problem = FailureCause(fault, words).reason
            return []
        case .success(let bundles):
            editing.hasReconnected = false
            // The reply predates a pending change; another is requested after that change.
            guard pendingChanges == 0 else {
                editing.isStale = true
                return []
            }
            return adopt(bundles, &editing)
        }
    }

    private func adopt(_ bundles: [Registry.Description], _ editing: inout SheetEditing) -> [SheetEffect] {
        var known: Set<String> = []
        editing.all = bundles.filter { $0.rank != nil }.sorted { $0.rank ?? 0 < $1.rank ?? 0 }
            .filter { known.insert($0.identifier).inserted }
            .map { EditedActivity($0, words, locale: locale) }
        editing.isAnswered = true
        editing.sentOrder = editing.order
        let hidden = editing.all.filter { editing.wanted.contains($0.identifier) && $0.isHiddenByDefault }
        editing.wanted = []
        var effects: [SheetEffect] = []
        for activity in hidden { effects += use(activity, &editing) }
        return effects
    }

    private func found(stars: Bool, order: Bool, _ editing: inout SheetEditing) -> [SheetEffect] {
        // If a change is pending the reply predates it, so decisions already known are kept.
        let isLate = pendingChanges > 0
        editing.knowsDecisions = true
        editing.hasStars = stars || isLate && editing.hasStars
        editing.hasOrder = order || isLate && editing.hasOrder
        return []
    }

    private func changed(_ fault: ServiceFault?, _ editing: inout SheetEditing) -> [SheetEffect] {
        if let fault {
            editing.problem = sentence(fault)
            editing.isStale = true
            editing.wanted = []
        }
        guard pendingChanges == 0, editing.isStale else { return [] }
        editing.isStale = false
        return [.describe(editingNumber), .findDecisions(editingNumber)]
    }

    private func sentence(_ fault: ServiceFault) -> String {
        switch fault {
        case .disconnected, .refused(.outcomeUnknown): words.unknown(words.editing.heading)
        default: words.editing.unchanged(reason(fault))
        }
    }

    private func reason(_ fault: ServiceFault) -> String {
        switch fault {
        case .refused(.lockedByAdmin): words.editing.locked
        case .refused(.notPermitted(let reason)), .refused(.storageFailed(let reason)): reason
        default: FailureCause(fault, words).reason
        }
    }

    // MARK: Leaving

    /// Returns to the activities, which are listed again if anything changed.
    mutating func leaveEditing(_ editing: SheetEditing) -> [SheetEffect] {
        page = .activities
        return editing.isChanged ? list() : []
    }
}

package enum SheetEditEvent: Sendable {
    // The person.

    /// Shows or hides an activity in sheets.
    case list(String, Bool)
    case star(String, Bool)
    /// Moves a custom activity by one step, up if negative.
    case move(String, by: Int)
    /// Moves during a drag, before the pointer is released.
    case drag(String, by: Int)
    case drop
    case reset
    case undo

    // The window.

    /// Rows of these activities have become visible.
    case see([String])

    // The daemon. A number is that of the answered effect.

    case described(Int, Result<[Registry.Description], ServiceFault>)
    /// Reports whether the person has stars and an order of their own.
    case decisions(Int, stars: Bool, order: Bool)
    /// A change succeeded or was refused.
    case changed(Int, ServiceFault?)
}
