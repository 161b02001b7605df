// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import Varlink

/// Calls of Inspect that ask for the same, and are answered together. When the last of their clients leaves, the look ends.
final class InspectCalls {
    /// The request's bytes, which may be a megabyte: to hash them takes longer than to compare them with those of others.
    let key: [UInt8]
    private var calls: [PendingCall] = []
    private let onEnd: (InspectCalls) -> Void
    var look: Look?

    /// - Parameter onEnd: called when there is nothing more to add to.
    init(key: [UInt8], onEnd: @escaping (InspectCalls) -> Void) { (self.key, self.onEnd) = (key, onEnd) }

    func add(_ call: PendingCall) {
        calls.append(call)
        let number = ObjectIdentifier(call)
        call.onCancel = { [weak self] in self?.leave(number) }
    }

    private func leave(_ number: ObjectIdentifier) {
        calls.removeAll { ObjectIdentifier($0) == number }
        if calls.isEmpty { end() }
    }

    func tell(_ inspection: Inspection) {
        let (waiting, reply) = (calls, Sheet.InspectReply(inspection))
        end()
        for call in waiting { call.reply(reply.object) }
    }

    func fail(_ refusal: PerformRefusal) {
        let waiting = calls
        end()
        for call in waiting { call.fail(WireError.refusal(refusal, of: "")) }
    }

    private func end() {
        calls = []
        look?.stop()
        look = nil
        onEnd(self)
    }
}

extension Sheet.InspectReply {
    fileprivate init(_ inspection: Inspection) {
        self.init(facts: inspection.facts.map(Sheet.Fact.init), unread: inspection.unread)
    }
}

extension Sheet.Fact {
    init(_ fact: Inspection.Fact) {
        self.init(kind: fact.kind.rawValue, items: fact.items, values: fact.values)
    }
}
