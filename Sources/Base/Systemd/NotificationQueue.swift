// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One message of sd_notify(3).
struct Notification: Sendable {
    let text: String
    /// The descriptor to leave with the manager, where the message says so.
    var passed: PassedDescriptor?

    /// The first assignment's name.
    var subject: Substring { text.prefix { $0 != "=" } }

    /// The subjects of older messages that this one makes pointless. A manager that waits for a reload needs
    /// `RELOADING` and then `READY`; what came before the last `RELOADING` it does not.
    var outdated: Set<Substring> {
        switch subject {
        case "STATUS", "WATCHDOG": [subject]
        case "READY": ["READY", "STATUS"]
        case "RELOADING": ["RELOADING", "READY", "STATUS"]
        case "STOPPING": ["STOPPING", "RELOADING", "READY", "STATUS"]
        default: []
        }
    }
}

/// A descriptor's duplicate, open until the manager has it.
final class PassedDescriptor: Sendable {
    let descriptor: CInt

    init?(duplicating original: CInt) {
        descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }
}

/// Messages that the manager has not taken yet, in their order.
struct NotificationQueue {
    /// Only messages about descriptors add up. Of those that a manager does not read, the newest are dropped.
    static let limit = 64

    private(set) var messages: [Notification] = []

    mutating func append(_ message: Notification) {
        let outdated = message.outdated
        messages.removeAll { outdated.contains($0.subject) }
        guard messages.count < Self.limit || !outdated.isEmpty else { return }
        messages.append(message)
    }

    /// Sends what the manager takes now. What fails for another reason than a full queue is dropped: no later
    /// attempt would do better.
    mutating func send(_ deliver: (Notification) -> Datagram.Outcome) {
        let unsent = messages.firstIndex { deliver($0) == .full } ?? messages.endIndex
        messages.removeFirst(unsent)
    }
}
