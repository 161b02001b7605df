// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One message of sd_notify(3).
struct Notification: Sendable {
    let text: String
    /// The descriptor to store with the manager, if the message does so.
    var passed: PassedDescriptor?

    /// The first assignment's name.
    var subject: Substring { text.prefix { $0 != "=" } }

    /// The subjects of older messages that this one supersedes. A manager that waits for a reload needs
    /// `RELOADING` and then `READY`, and nothing from before the last `RELOADING`.
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

/// A duplicate of a descriptor, open until the manager has received it.
final class PassedDescriptor: Sendable {
    let descriptor: CInt

    init?(duplicating original: CInt) {
        descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }
}

/// Messages that the manager has not accepted yet, in order.
struct NotificationQueue {
    /// Maximum queued messages. Only messages about descriptors accumulate; if the manager does not read
    /// them, the newest are dropped.
    static let limit = 64

    private(set) var messages: [Notification] = []

    mutating func append(_ message: Notification) {
        let outdated = message.outdated
        messages.removeAll { outdated.contains($0.subject) }
        guard messages.count < Self.limit || !outdated.isEmpty else { return }
        messages.append(message)
    }

    /// Sends the messages that the manager accepts now. A message that fails for another reason than a full
    /// queue is dropped, because a retry would fail too.
    mutating func send(_ deliver: (Notification) -> Datagram.Outcome) {
        let unsent = messages.firstIndex { deliver($0) == .full } ?? messages.endIndex
        messages.removeFirst(unsent)
    }
}
