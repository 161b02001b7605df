// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import Varlink

/// A call of Inspect; its inspection ends with the call.
final class InspectCall {
    private let call: PendingCall
    private let onEnd: (InspectCall) -> Void
    private var isAnswered = false
    var run: InspectionRun?

    /// - Parameter onEnd: called when the call is answered or its client has hung up.
    init(_ call: PendingCall, onEnd: @escaping (InspectCall) -> Void) {
        (self.call, self.onEnd) = (call, onEnd)
        call.onCancel = { [weak self] in self?.end() }
    }

    func report(_ inspection: Inspection) {
        if end() { call.reply(Sheet.InspectReply(inspection).object) }
    }

    func fail(_ refusal: PerformRefusal) {
        if end() { call.refuse(CallError(refusal, of: "")) }
    }

    @discardableResult private func end() -> Bool {
        guard !isAnswered else { return false }
        isAnswered = true
        run?.stop()
        run = nil
        onEnd(self)
        return true
    }
}
