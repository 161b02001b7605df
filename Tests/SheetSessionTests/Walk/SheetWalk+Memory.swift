// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

/// Presses and answers so far, by which a walk is judged.
extension SheetWalk {
    /// Called before the event is applied.
    mutating func remember(_ event: SheetEvent, _ before: SheetState) {
        guard outcome == nil, !isOutdated(event) else { return }
        switch event {
        case .choose(let identifier, _) where before.page == .activities: pressed = (identifier, nil)
        case .chooseTarget(let target, _) where before.page == .activities:
            pressed = (target.identifier, target.value)
        case .submit:
            if case .form(let form) = before.page { pressed = (form.identifier, form.answers["device"]) }
        case .tryAgain: if case .failed(let failure) = before.page { press(failure.subject) }
        case .shareAnyway:
            guard case .confirming(let question) = before.page else { break }
            agreed = (before.items, question.remaining)
            if let attempt = question.attempt { press(.performing(attempt)) }
        case .cancel, .leave, .close:
            if case .performing(let performing) = before.page, performing.hasBegun { isCancelled = true }
        case .offered(_, .success(let reply)):
            offered = reply.options
            known.formUnion(reply.options.map(\.identifier))
        case .inspected(_, let answer):
            facts =
                (try? answer.get()).map(Sheet.Inspection.init)
                ?? .init(unread: Array(before.selected.indices))
        case .found(_, .success(let bundles)):
            known.formUnion(bundles.filter { $0.state == .active }.map(\.identifier))
        case .prepared(let number, .success(let reply)) where reply.result == .success:
            if let request = requests[number], number == requests.keys.max() {
                copies.append(Copies(request: request, reply: reply))
            }
        case .lost(.refused(.contentChanged)): copies.removeAll { $0.reply.content == before.items }
        default: break
        }
    }

    private mutating func press(_ subject: SheetFailure.Subject) {
        switch subject {
        case .listing, .preparing: break
        case .asking(let attempt), .performing(let attempt):
            pressed = (attempt.identifier, attempt.answers["device"] ?? attempt.target?.value)
        }
    }

    /// Called once the event is applied: what has left the selection is in no answer either.
    mutating func forget(_ event: SheetEvent, _ before: SheetState) {
        switch event {
        case .removeCaption where before.page == .activities || before.page == .listing: caption = nil
        case .removeItem(let index) where state.selected.count < before.selected.count:
            func rest(_ items: [Int]) -> [Int] {
                items.filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
            }
            for place in offered.indices { offered[place].accepted = rest(offered[place].accepted) }
            offered.removeAll(where: \.accepted.isEmpty)
            guard let before = facts else { break }
            facts?.unread = rest(before.unread)
            facts?.facts = before.facts.map {
                var fact = $0
                fact.items = rest($0.items)
                return fact
            }.filter { !$0.items.isEmpty }
        default: break
        }
    }

    /// A press lasts while its activity waits for copies or for its form.
    mutating func endPress() {
        if !calls.contains(where: \.effect.isPerform) { isCancelled = false } else { pressed = nil }
        if case .performing(let performing) = state.page, !performing.hasBegun { return }
        pressed = nil
    }

    /// Whether the event answers a call that was followed by another of its kind, or was answered.
    func isOutdated(_ event: SheetEvent) -> Bool {
        switch event {
        case .listed(let number, _), .listedAsFiles(let number, _), .targets(let number, _),
            .explained(let number, _):
            number < newest.list
        case .offered(let number, _), .inspected(let number, _), .found(let number, _): number < newest.look
        case .edit(.described(let number, _)), .edit(.decisions(let number, _, _)):
            number < newest.edit
        case .prepared(let number, _): finished.contains(number)
        case .progressIsDue(let number): number < newest.wait
        default: false
        }
    }
}
