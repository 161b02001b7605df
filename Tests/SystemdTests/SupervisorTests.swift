// SPDX-License-Identifier: Apache-2.0

import Systemd
import TestSupport
import Testing

struct SupervisorTests {
    /// sd_watchdog_enabled(3) recommends half of the watchdog's time, so that a ping may be late.
    @Test func theManagerIsPingedTwiceInTheTimeThatItWaits() throws {
        let loop = try EventLoop()
        try Supervisor.attend(from: loop, watchdog: 7_200_000_000)
        _ = try loop.prepare()
        #expect(Self.timers.contains { (3_500...3_600).contains($0) }, "\(Self.timers)")
    }

    /// Seconds until each timer of this process expires (timerfd_create(2), "/proc/pid/fdinfo").
    private static var timers: [Int] {
        Files.names(in: "/proc/self/fdinfo").compactMap { name in
            let lines = Files.text("/proc/self/fdinfo/" + name).split(separator: "\n")
            let value = lines.first { $0.hasPrefix("it_value: (") }
            return value.flatMap { Int($0.dropFirst("it_value: (".count).prefix { $0 != "," }) }
        }
    }
}
