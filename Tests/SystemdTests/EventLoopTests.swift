// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport
import Testing

@testable import Systemd

/// sd-event, driven from outside as the daemon drives it: prepare, sleep on the descriptor, dispatch.
struct EventLoopTests {
    @Test func aTimerFiresOnceAndAgainWhenItIsSetAnew() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = try loop.after(1_000) { count += 1 }
        #expect(try loop.turn { count == 1 })
        timer.rearm(after: 1_000)
        #expect(try loop.turn { count == 2 })
    }

    /// Connections are served between prepare and sleep, and may set timers then.
    @Test func aTimerThatIsSetAfterPreparingWakesTheLoop() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = try loop.after(3_600_000_000) { count += 1 }
        _ = try loop.prepare()
        timer.rearm(after: 1_000)
        #expect(try loop.turn { count == 1 })
        _ = try loop.prepare()
        let other = try loop.after(1_000) { count += 10 }
        #expect(try loop.turn { count == 11 })
        other.remove()
    }

    @Test func aPausedOrRemovedTimerIsSilent() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let paused = try loop.after(1_000) { fired.append("paused") }
        let removed = try loop.after(1_000) { fired.append("removed") }
        _ = try loop.after(20_000) { fired.append("last") }
        paused.pause()
        removed.remove()
        removed.rearm(after: 1)
        #expect(try loop.turn { fired.contains("last") })
        #expect(fired == ["last"])
    }

    @Test func aReadyDescriptorIsTold() throws {
        let loop = try EventLoop()
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let (out, into) = (ends[0], ends[1])
        var count = 0
        let source = try loop.onReady(out, EPOLLIN.rawValue) {
            var byte: UInt8 = 0
            read(out, &byte, 1)
            count += 1
        }
        write(into, "!", 1)
        #expect(try loop.turn { count == 1 })
        source.setEvents(0)
        write(into, "!", 1)
        _ = try loop.after(20_000) { count += 10 }
        #expect(try loop.turn { count >= 11 })
        source.setEvents(EPOLLIN.rawValue)
        #expect(try loop.turn { count == 12 })
        source.remove()
    }

    @Test func whatIsReadyForEverLeavesTheOthersTheirTurn() throws {
        let loop = try EventLoop()
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var count = 0
        let source = try loop.onReady(ends[1], EPOLLOUT.rawValue) { count += 1 }
        _ = try loop.prepare()
        try loop.dispatch()
        #expect((1...1000).contains(count))
        source.remove()
    }

    @Test func sourcesMayBeAddedAndRemovedByTheirHandlers() throws {
        let loop = try EventLoop()
        var count = 0
        var first: EventSource?
        first = try loop.after(1_000) {
            first?.remove()
            count += 1
            _ = try? loop.after(1_000) { count += 1 }
        }
        #expect(try loop.turn { count == 2 })
    }
}
