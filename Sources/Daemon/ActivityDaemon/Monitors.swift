// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Varlink

/// Clients that watch the generation.
final class Monitors {
    private var calls: [PendingCall] = []

    /// Replies with the current generation, and keeps the call if the client wants more replies.
    func add(_ call: PendingCall, generation: Int) {
        call.stream(Self.reply(generation))
        guard call.isOpen else { return }
        calls.append(call)
        call.onCancel = { [unowned self, unowned call] in calls.removeAll { $0 === call } }
    }

    func announce(_ generation: Int) {
        for call in calls { call.streamNewest(Self.reply(generation)) }
    }

    private static func reply(_ generation: Int) -> JSON.Object {
        .withoutNulls(["generation": generation])
    }
}
