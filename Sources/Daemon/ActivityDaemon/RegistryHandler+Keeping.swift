// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON
import Varlink

/// Answers Answers and Forget: what is kept of a person's answers and targets.
extension RegistryHandler {
    /// Replies with the person's last answers; the system scope knows none.
    func answers(_ call: PendingCall) throws(VarlinkError) {
        let identifier = try decoded(Registry.AnswersRequest.self, call).identifier
        registry.request(for: call.diskCaller) { keeper in
            Result { () throws(ChangeFault) in
                try keeper.requirePerson()
                let kept = Self.kept(keeper.keptAnswers(of: identifier), keeper.keptTargets(), of: identifier)
                let reply = Registry.AnswersReply(activities: kept)
                return EncodedReply(parameters: JSON.object(reply.object).serialized)
            }
        } then: { result in
            switch Self.flat(result) {
            case .success(let reply): call.reply(reply)
            case .failure(let fault): call.fail(WireError.change(fault))
            }
        }
    }

    /// The answers and targets that are kept of each activity, sorted by identifier.
    private static func kept(
        _ answers: [String: [String: String]], _ uses: TargetUses, of identifier: String?
    ) -> [Registry.KeptAnswers] {
        let wanted = uses.all.filter { identifier ?? $0.target.identifier == $0.target.identifier }
        let targets = Dictionary(grouping: wanted) { $0.target.identifier }.mapValues { uses in
            uses.map {
                Registry.KeptTarget(
                    value: $0.target.value.text, uses: $0.count, lastUSec: $0.last * 1_000_000)
            }
        }
        return Set(answers.keys).union(targets.keys).sorted().map {
            Registry.KeptAnswers(identifier: $0, answers: answers[$0] ?? [:], targets: targets[$0])
        }
    }

    func forget(_ call: PendingCall) throws(VarlinkError) {
        let identifier = try decoded(Registry.ForgetRequest.self, call).identifier
        registry.request(for: call.diskCaller) { keeper in
            Result { () throws(ChangeFault) in try keeper.forget(identifier) }
        } then: { [audit, onForget] result in
            let result = Self.flat(result)
            audit.tell(call, identifier, result)
            switch result {
            case .success:
                onForget(identifier)
                call.reply(JSON.Object())
            case .failure(let fault): call.fail(WireError.change(fault))
            }
        }
    }
}
