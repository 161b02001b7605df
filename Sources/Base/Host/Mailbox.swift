// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// A queue of values from any thread to one: the receiver waits on `descriptor` and takes all pending values.
package final class Mailbox<Message: Sendable>: Sendable {
    /// An eventfd(2), readable while messages are pending.
    package let descriptor: Int32
    private let messages = Mutex<[Message]>([])

    /// - Throws: `storage` if the kernel has no descriptor left.
    package init() throws(StorageError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw .storage(path: "eventfd", operation: "opened", errno: errno)
        }
    }

    deinit { close(descriptor) }

    package func post(_ message: Message) {
        let wasEmpty = messages.withLock {
            $0.append(message)
            return $0.count == 1
        }
        if wasEmpty { eventfd_write(descriptor, 1) }
    }

    /// All pending messages, in the order of posting; never blocks.
    package func drain() -> [Message] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    /// The same, but blocks until there is a message.
    func wait() -> [Message] {
        while true {
            let messages = drain()
            if !messages.isEmpty { return messages }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
        }
    }
}
