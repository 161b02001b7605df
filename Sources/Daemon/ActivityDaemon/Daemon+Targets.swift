// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import ActivityTargets
import Systemd
import Varlink

extension Daemon {
    /// Quick Access: Targets, and the uses of targets that the person's daemon remembers.
    func makeTargets() -> Feature {
        let handler = performer.map {
            TargetsHandler(
                registry, $0, loop.events, timeout: settings.limits.targetsUSec,
                collator: { [collators] in collators.collator(for: $0) },
                closed: { [unowned self] in registry.state.closed.union(settings.closed) })
        }
        handler?.onFault = { [journal] in
            journal.log(.notice, "\($0): Its targets are not known: \($1)", ["ACTIVITY_ID": $0])
        }
        handler?.onProblem = { [journal] in journal.problem($0) }
        performer?.onTarget = { [weak handler] in handler?.record($1, of: $0) }
        var feature = Feature()
        let method = TargetsMethod(handler: handler, performing: performing, collators: collators)
        feature.methods["Targets"] = method.answer
        feature.follow = { handler?.prune() }
        feature.store = handler?.store
        feature.forget = { handler?.forget($0) }
        return feature
    }
}

private struct TargetsMethod {
    /// The person's handler; nil in the system scope, where no program runs.
    let handler: TargetsHandler?
    let performing: PerformHandler
    let collators: Collators

    func answer(_ call: PendingCall) throws(CallError) {
        _ = try performing.performer(of: "")
        let ask = try decoded(Sheet.TargetsRequest.self, call)
        guard ask.exclude?.count ?? 0 <= Sheet.ListRequest.maximumExcluded else {
            throw .invalidParameter(parameter: "exclude")
        }
        let content = try Content(asked: ask.content)
        collators.open(ask.locale.flatMap { LocaleTag($0) }, for: call.requester)
        handler?.answer(call, ask, content, application: call.connection.app?.application)
    }
}

extension TargetUseStore: ListedStore {
    func list(_ identifier: String?, in kept: inout [String: Registry.KeptAnswers]) {
        for (identifier, targets) in self.kept(of: identifier) {
            kept[identifier, default: .init(identifier: identifier, answers: [:])].targets = targets
        }
    }
}
