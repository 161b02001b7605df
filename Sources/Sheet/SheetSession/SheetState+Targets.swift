// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

extension SheetState {
    /// Until the first frame only known targets are requested: programs that search for targets would delay
    /// it.
    func askForTargets(searching: Bool) -> SheetEffect {
        let exclude = request.exclude.isEmpty ? nil : request.exclude
        return .targets(
            listing, Sheet.TargetsRequest(content: items, exclude: exclude, locale: request.locale),
            searching: searching)
    }

    mutating func setTargets(_ reply: Sheet.TargetsReply) {
        quickAccess.setTargets(reply)
        quickAccess.arrange(activities)
    }

    package var targetNotice: String? { quickAccess.unreachableTile.map { words.notReached($0.label) } }

    /// - Parameter target: one of a tile's ways.
    mutating func choose(_ target: Sheet.Target, _ token: String?) -> [SheetEffect] {
        guard page == .activities, let tile = quickAccess.tile(by: target),
            let way = tile.ways.first(where: target.isSame), let activity = activity(way.identifier)
        else { return [] }
        guard way.reachable else {
            quickAccess.unreachableTarget = target
            // The target may have become reachable since the row was filled.
            return [askForTargets(searching: true)]
        }
        quickAccess.unreachableTarget = nil
        let fields = activity.form ?? []
        var attempt = Attempt(
            identifier: activity.identifier, title: words.targets.title(tile.label, activity.title),
            activationToken: token)
        attempt.target = way
        let others = fields.filter { !$0.id.isExactly(way.field) }
        guard way.hasUnanswered(fields) || others.contains(where: { $0.remember == true }) else {
            return begin(attempt, answering: fields)
        }
        if fields.contains(where: { $0.live == true || $0.remember == true }) { return ask(attempt) }
        open(fields, of: attempt)
        return []
    }

    /// Continues with the form that was fetched: performs if the target and the defaults answer every
    /// required field, else shows the form.
    mutating func proceed(_ attempt: Attempt, _ fields: [Sheet.Field]) -> [SheetEffect] {
        guard let target = attempt.target, !target.hasUnanswered(fields) else {
            open(fields, of: attempt)
            return []
        }
        return begin(attempt, answering: fields)
    }

    /// Performs with the target and the defaults, which include remembered answers.
    private mutating func begin(_ attempt: Attempt, answering fields: [Sheet.Field]) -> [SheetEffect] {
        guard let target = attempt.target else { return begin(attempt) }
        let form = FormState(
            identifier: attempt.identifier, title: attempt.title, fields: target.answering(fields),
            typed: [:], locale: locale)
        var attempt = attempt
        attempt.answers = form.given
        attempt.answers[target.field] = target.value
        submitted = nil
        return begin(attempt)
    }

    /// Creates the form's attempt, whose title names the target as long as it is the answer.
    func attempt(_ form: FormState, _ token: String?) -> Attempt {
        var attempt = Attempt(
            identifier: form.identifier, title: form.title, answers: form.given, activationToken: token)
        guard let target = form.target, form.answers[target.field]?.isExactly(target.value) == true else {
            return attempt
        }
        attempt.target = target
        attempt.title = words.targets.title(DisplayedName(target.label).text, form.title)
        return attempt
    }
}
