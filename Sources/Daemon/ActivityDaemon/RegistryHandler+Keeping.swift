// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON
import Varlink

/// Answers and Forget: what the daemon remembers of a person's use of activities.
extension RegistryHandler {
    /// Replies with the person's stored answers; the system scope has none.
    func answers(_ call: PendingCall) throws(CallError) {
        let identifier = try decoded(Registry.AnswersRequest.self, call).identifier
        registry.request(for: call.diskCaller) { [stores] keeper in
            Result { () throws(ChangeFault) in
                try keeper.requirePerson()
                var kept: [String: Registry.KeptAnswers] = [:]
                for (identifier, answers) in keeper.keptAnswers(of: identifier) {
                    kept[identifier] = .init(identifier: identifier, answers: answers)
                }
                for store in stores { store.list(identifier, in: &kept) }
                let activities = kept.values.sorted { $0.identifier < $1.identifier }
                return EncodedReply(Registry.AnswersReply(activities: activities).object)
            }
        } then: { result in
            switch Self.flat(result) {
            case .success(let reply): call.reply(reply)
            case .failure(let fault): call.refuse(CallError(fault))
            }
        }
    }

    private var stores: [any ListedStore] { features.compactMap(\.store) }

    func forget(_ call: PendingCall) throws(CallError) {
        let identifier = try decoded(Registry.ForgetRequest.self, call).identifier
        registry.request(for: call.diskCaller) { [stores] keeper in
            Result { () throws(ChangeFault) in
                try keeper.forget(identifier, and: stores)
            }
        } then: { [audit, features, registry] result in
            let result = Self.flat(result)
            audit.record(call, identifier, result)
            switch result {
            case .success:
                for feature in features { feature.forget(identifier) }
                // After the features' own files, so that a daemon that is killed then has forgotten them too.
                registry.request(for: call.diskCaller, continues: true) { _ in
                } then: { done in
                    switch done {
                    case .success: call.reply(JSON.Object())
                    case .failure(let refusal): call.refuse(CallError(ChangeFault.disk(refusal)))
                    }
                }
            case .failure(let fault): call.refuse(CallError(fault))
            }
        }
    }
}
