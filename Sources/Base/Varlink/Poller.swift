// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A set of descriptors to wait for together (epoll(7), level-triggered).
final class Poller {
    private let descriptor: CInt
    private var events: [epoll_event]

    init(batch: Int) throws(SystemError) {
        descriptor = try checked("epoll_create1", epoll_create1(CInt(EPOLL_CLOEXEC)))
        events = Array(repeating: epoll_event(), count: batch)
    }

    deinit { close(descriptor) }

    func add(_ descriptor: CInt, for events: UInt32) throws(SystemError) {
        try checked("epoll_ctl", control(EPOLL_CTL_ADD, descriptor, events))
    }

    /// Returns false if epoll_ctl(2) fails.
    func change(_ descriptor: CInt, to events: UInt32) -> Bool {
        control(EPOLL_CTL_MOD, descriptor, events) == 0
    }

    func remove(_ descriptor: CInt) {
        _ = control(EPOLL_CTL_DEL, descriptor, 0)
    }

    private func control(_ operation: CInt, _ descriptor: CInt, _ events: UInt32) -> CInt {
        var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
        return epoll_ctl(self.descriptor, operation, descriptor, &event)
    }

    /// Sleeps until an event or for `milliseconds` (-1: no limit).
    ///
    /// - Returns: the number of events, to be read by index.
    func wait(_ milliseconds: CInt) throws(SystemError) -> Int {
        let count = epoll_wait(descriptor, &events, CInt(events.count), milliseconds)
        guard count >= 0 || errno == EINTR else { throw SystemError("epoll_wait") }
        return max(0, Int(count))
    }

    subscript(index: Int) -> (descriptor: CInt, events: UInt32) {
        (events[index].data.fd, events[index].events)
    }
}
