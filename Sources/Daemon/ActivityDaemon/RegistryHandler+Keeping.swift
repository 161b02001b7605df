// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import ActivityTargets
import StrictJSON
import Varlink

/// Answers and Forget: the stored answers and targets of a person.
extension RegistryHandler {
    /// Replies with the person's stored answers; the system scope has none.
    func answers(_ call: PendingCall) throws(CallError) {
        let identifier = try decoded(Registry.AnswersRequest.self, call).identifier
        registry.request(for: call.diskCaller) { [store = targets?.store] keeper in
            Result { () throws(ChangeFault) in
                try keeper.requirePerson()
                let kept = Self.kept(keeper.keptAnswers(of: identifier), store?.kept(of: identifier) ?? [:])
                let reply = Registry.AnswersReply(activities: kept)
                return EncodedReply(reply.object)
            }
        } then: { result in
            switch Self.flat(result) {
            case .success(let reply): call.reply(reply)
            case .failure(let fault): call.refuse(CallError(fault))
            }
        }
    }

    /// The stored answers and targets of each activity, sorted by identifier.
    private static func kept(
        _ answers: [String: [String: String]], _ targets: [String: [Registry.KeptTarget]]
    ) -> [Registry.KeptAnswers] {
        Set(answers.keys).union(targets.keys).sorted().map {
            Registry.KeptAnswers(identifier: $0, answers: answers[$0] ?? [:], targets: targets[$0])
        }
    }

    func forget(_ call: PendingCall) throws(CallError) {
        let identifier = try decoded(Registry.ForgetRequest.self, call).identifier
        registry.request(for: call.diskCaller) { [store = targets?.store] keeper in
            Result { () throws(ChangeFault) in
                try keeper.forget(identifier, and: store)
            }
        } then: { [audit, targets] result in
            let result = Self.flat(result)
            audit.record(call, identifier, result)
            switch result {
            case .success:
                targets?.forget(identifier)
                call.reply(JSON.Object())
            case .failure(let fault): call.refuse(CallError(fault))
            }
        }
    }
}
