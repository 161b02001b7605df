// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityRegistry
import CLinux
import Host
import Systemd
import Varlink

/// Adapts the daemon's sd-event loop for the server. Before each sleep, it watches the drawing process's
/// descriptor and sets the timer for its deadline.
final class SystemdLoop: HostLoop {
    let events: EventLoop
    private let drawing: DrawingClient
    private var source: EventSource?
    private var timer: EventSource?
    private var watchedStart = 0
    private var watchesWriting = false
    private var armedFor: Int?

    init(_ events: EventLoop, drawing: DrawingClient) {
        self.events = events
        self.drawing = drawing
        drawing.onEnd = { [unowned self] in
            source?.remove()
            source = nil
        }
    }

    var descriptor: CInt { events.descriptor }
    var hasEnded: Bool { events.hasEnded }

    func prepare() throws -> Bool {
        try watchDrawing()
        return try events.prepare()
    }

    func dispatch() throws {
        try events.dispatch()
    }

    private func watchDrawing() throws {
        if let deadline = drawing.nextDeadline, deadline <= Clocks.monotonic() { drawing.process() }
        try watchDescriptor()
        let deadline = drawing.nextDeadline
        if deadline != armedFor { try arm(for: deadline) }
    }

    private func watchDescriptor() throws {
        guard let descriptor = drawing.descriptor else {
            source?.remove()
            source = nil
            return
        }
        if source == nil || watchedStart != drawing.starts {
            source?.remove()
            source = try events.onReady(descriptor, EPOLLIN.rawValue) { [unowned self] in
                drawing.process()
                watchWriting()
            }
            watchedStart = drawing.starts
            watchesWriting = false
        }
        watchWriting()
    }

    /// Watches for writing only while there is something to write, since a writable socket would wake the
    /// loop again and again. Called after each handler too.
    private func watchWriting() {
        guard watchedStart == drawing.starts, watchesWriting != drawing.wantsWrite else { return }
        watchesWriting = drawing.wantsWrite
        source?.setEvents(EPOLLIN.rawValue | (watchesWriting ? EPOLLOUT.rawValue : 0))
    }

    private func arm(for deadline: Int?) throws {
        armedFor = deadline
        guard let deadline else { return timer?.pause() ?? () }
        let delay = UInt64(max(0, deadline - Clocks.monotonic())) * 1000
        if let timer {
            timer.rearm(after: delay)
        } else {
            timer = try events.after(delay) { [unowned self] in
                armedFor = nil
                drawing.process()
            }
        }
    }
}
