// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// libsystemd's event loop: signals, timers, inotify and pipes of one thread.
///
/// It can run by itself (`run`), or be driven by another loop that polls `descriptor` and calls `prepare`
/// before it sleeps and `dispatch` when the descriptor is readable (sd_event_wait(3)). Sources live as long
/// as the loop, unless removed.
package final class EventLoop {
    let event: OpaquePointer
    private var sources: [EventSource] = []
    private var isPrepared = false
    package private(set) var hasEnded = false

    package init() throws(SystemdError) {
        var event: OpaquePointer?
        try SystemdError.check(sd_event_new(&event), "sd_event_new")
        guard let event else { throw SystemdError(call: "sd_event_new", errno: ENOMEM) }
        self.event = event
    }

    deinit {
        for source in sources { source.remove() }
        sd_event_unref(event)
    }

    /// Readable when there are events to dispatch.
    package var descriptor: CInt { sd_event_get_fd(event) }

    /// Prepares to sleep; true if an event is already pending.
    ///
    /// A prepared loop does not arm timers that are set afterwards, or write messages that a bus has queued
    /// since; handlers outside of this loop do both. The loop then returns to its start and is prepared
    /// again.
    package func prepare() throws(SystemdError) -> Bool {
        guard !hasEnded, !isPending else { return isPending }
        if isPrepared {
            guard sourcesChanged else { return false }
            isPending = try wait()
            if isPending { return true }
        }
        sourcesChanged = false
        isPending = try SystemdError.check(sd_event_prepare(event), "sd_event_prepare") > 0
        isPrepared = !isPending
        return isPending
    }

    private var isPending = false
    /// Whether a timer was set, or a message queued, since the loop was prepared.
    var sourcesChanged = false

    /// Maximum handlers per `dispatch`, so that the calling loop gets its turn.
    private static let dispatchBatch = 8

    /// Runs handlers of ready sources, at most `dispatchBatch`, without blocking.
    package func dispatch() throws(SystemdError) {
        for _ in 0..<Self.dispatchBatch where !hasEnded {
            if !isPending {
                if !isPrepared { _ = try prepare() }
                if !isPending, try !wait() { return }
            }
            isPending = false
            isPrepared = false
            if try !runHandler() { hasEnded = true }
        }
    }

    /// Runs one handler; returns false if the loop has ended.
    private func runHandler() throws(SystemdError) -> Bool {
        isHandling = true
        defer {
            isHandling = false
            while !afterwards.isEmpty { afterwards.removeFirst()() }
        }
        return try SystemdError.check(sd_event_dispatch(event), "sd_event_dispatch") > 0
    }

    private var isHandling = false
    private var afterwards: [() -> Void] = []

    /// Runs `body` after the current handler has returned to libsystemd and libsystemd to us; at once if no
    /// handler runs.
    func afterHandler(_ body: @escaping () -> Void) {
        if isHandling { afterwards.append(body) } else { body() }
    }

    private func wait() throws(SystemdError) -> Bool {
        isPrepared = false
        return try SystemdError.check(sd_event_wait(event, 0), "sd_event_wait") > 0
    }

    /// Calls `handler` for each `signal`, which is blocked from here on, in this thread and those it creates.
    @discardableResult
    package func onSignal(_ signal: CInt, _ handler: @escaping () -> Void) throws(SystemdError) -> EventSource
    {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        sigprocmask(SIG_BLOCK, &set, nil)
        return try add("sd_event_add_signal", handler) { event, source, context in
            sd_event_add_signal(
                event, source, signal, { _, _, context in EventSource.fire(context) }, context)
        }
    }

    /// Calls `handler` when `descriptor` is ready for any of `events` (EPOLLIN, EPOLLOUT).
    package func onReady(
        _ descriptor: CInt, _ events: UInt32, _ handler: @escaping () -> Void
    ) throws(SystemdError) -> EventSource {
        try add("sd_event_add_io", handler) { event, source, context in
            sd_event_add_io(
                event, source, descriptor, events, { _, _, _, context in EventSource.fire(context) }, context)
        }
    }

    /// Calls `handler` once, `delay` microseconds from now at the earliest; again after `EventSource.rearm`.
    package func after(
        _ delay: UInt64, _ handler: @escaping () -> Void
    ) throws(SystemdError) -> EventSource {
        sourcesChanged = true
        return try add("sd_event_add_time", handler) { event, source, context in
            sd_event_add_time(
                event, source, CLOCK_MONOTONIC, Self.time(after: delay), 1000,
                { _, _, context in EventSource.fire(context) },
                context)
        }
    }

    /// Calls `handler` every `period` microseconds.
    package func every(
        _ period: UInt64, _ handler: @escaping () -> Void
    ) throws(SystemdError) -> EventSource {
        weak var timer: EventSource?
        let source = try after(period) {
            timer?.rearm(after: period)
            handler()
        }
        timer = source
        return source
    }

    /// Absolute time in microseconds, by the clock: the loop's own now is the time of its last turn.
    fileprivate static func time(after delay: UInt64) -> UInt64 {
        let now = UInt64(Clock.monotonic)
        return delay < .max - now ? now + delay : .max - 1
    }

    private func add(
        _ call: String, _ handler: @escaping () -> Void,
        _ install: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> CInt
    ) throws(SystemdError) -> EventSource {
        let source = EventSource(self, handler)
        var pointer: OpaquePointer?
        try SystemdError.check(install(event, &pointer, Unmanaged.passUnretained(source).toOpaque()), call)
        source.pointer = pointer
        sources.removeAll { $0.pointer == nil }
        sources.append(source)
        return source
    }
}

package final class EventSource {
    fileprivate var pointer: OpaquePointer?
    private let handler: () -> Void
    private weak var loop: EventLoop?

    fileprivate init(_ loop: EventLoop, _ handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Changes the events that an I/O source waits for.
    package func setEvents(_ events: UInt32) {
        guard let pointer else { return }
        sd_event_source_set_io_events(pointer, events)
    }

    /// Limits an I/O source to `count` events in `time` microseconds.
    package func limit(to count: UInt32, in time: UInt64) {
        guard let pointer else { return }
        sd_event_source_set_ratelimit(pointer, time, count)
    }

    /// Re-arms a timer for `delay` microseconds from now.
    package func rearm(after delay: UInt64) {
        guard let pointer else { return }
        sd_event_source_set_time(pointer, EventLoop.time(after: delay))
        sd_event_source_set_enabled(pointer, CInt(SD_EVENT_ONESHOT))
        loop?.sourcesChanged = true
    }

    /// Disables the source without removing it.
    package func pause() {
        guard let pointer else { return }
        sd_event_source_set_enabled(pointer, CInt(SD_EVENT_OFF))
    }

    /// Re-enables a paused I/O source.
    package func resume() {
        guard let pointer else { return }
        sd_event_source_set_enabled(pointer, CInt(SD_EVENT_ON))
    }

    package func remove() {
        guard let pointer else { return }
        sd_event_source_disable_unref(pointer)
        self.pointer = nil
    }

    fileprivate static func fire(_ context: UnsafeMutableRawPointer?) -> CInt {
        guard let context else { return 0 }
        let source = Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
        source.handler()
        return 0
    }
}
