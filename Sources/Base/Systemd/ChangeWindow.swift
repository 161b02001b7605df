// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Waits for a change, and then a short time for further changes of the same copy or upgrade. The events stay
/// in the kernel until the disk thread reads them.
package final class ChangeWindow {
    /// Length of the window after the first change, in microseconds.
    private static let length: UInt64 = 200_000

    private let loop: EventLoop
    private let onEnd: () -> Void
    private var source: (descriptor: CInt, source: EventSource)?
    private var timer: EventSource?

    package init(_ loop: EventLoop, onEnd: @escaping () -> Void) {
        (self.loop, self.onEnd) = (loop, onEnd)
    }

    /// Waits for the next change. Call when all earlier events have been read.
    ///
    /// - Parameter descriptor: readable after a change; nil if nothing can be watched.
    package func open(at descriptor: CInt?) {
        guard let descriptor else { return }
        if let source, source.descriptor == descriptor { return source.source.setEvents(EPOLLIN.rawValue) }
        source?.source.remove()
        source = (try? loop.onReady(descriptor, EPOLLIN.rawValue) { [weak self] in self?.wait() })
            .map { (descriptor, $0) }
    }

    private func wait() {
        source?.source.setEvents(0)
        if timer == nil { timer = try? loop.after(Self.length) { [weak self] in self?.onEnd() } }
        guard let timer else { return onEnd() }
        timer.rearm(after: Self.length)
    }
}
