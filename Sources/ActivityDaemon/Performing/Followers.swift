// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Varlink

/// Clients that are told how one activity goes. One that is slow is given the newest when it can take it, and
/// nothing in between; the end is given to all.
final class Followers {
    private var calls: [PendingCall] = []
    private var newest: Sheet.Progress?

    /// Takes a client in, which is told of `progress` first where it takes more replies than one.
    func add(_ call: PendingCall, _ progress: Sheet.Progress) {
        // The client waits for no answer: its connection is free for the next call.
        if call.isOneway { return call.reply(progress.object) }
        if call.wantsMore { call.stream(progress.object) }
        guard call.isOpen else { return }
        calls.append(call)
        call.onCancel = { [unowned self, unowned call] in calls.removeAll { $0 === call } }
    }

    func tell(_ progress: Sheet.Progress) {
        newest = progress
        for call in calls where call.wantsMore {
            if call.isDrained {
                call.stream(progress.object)
            } else {
                call.onWritable = { [unowned self, unowned call] in
                    call.onWritable = nil
                    if let newest { call.stream(newest.object) }
                }
            }
        }
    }

    /// Answers all, finally.
    func finish(_ progress: Sheet.Progress) {
        let waiting = calls
        calls = []
        for call in waiting { call.reply(progress.object) }
    }
}
