// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import StrictJSON
import TestSupport
import Testing

/// Running activities found by a reopened sheet, which works the same with and without systemd.
@Suite(.serialized)
struct RunningPerformTests {
    /// Reports, and waits at a gate.
    private static let waiting = Plugin.script(
        "waiting", "systemd-notify STATUS=Half X_PROGRESS=0.5; read go <\"$1\"", ["{gate}"]
    ).with(["titles": ["de": "Warten"]]).asking("gate")

    private static func begin(
        _ daemon: DaemonFixture, _ gate: Gate, locale: String = "en"
    ) throws -> Performing {
        try Performing(
            daemon, waiting.identifier, DaemonFixture.photo,
            ["answers": ["gate": .string(gate.path)], "locale": .string(locale)])
    }

    private static func running(_ daemon: DaemonFixture) throws -> [Sheet.RunningPerform] {
        try Sheet.RunningReply(daemon.call("Sheet.Running")).performs
    }

    @Test(arguments: Launching.allCases)
    func itIsListedUntilItHasFinished(_ launching: Launching) throws {
        try DaemonFixture.performing(launching, [Self.waiting]) { daemon in
            #expect(try Self.running(daemon).isEmpty)
            let (gate, other) = (try Gate(daemon), try Gate(daemon))
            let first = try Self.begin(daemon, gate)
            let unit = try first.started().unit
            _ = try first.next()
            let second = try Self.begin(daemon, other, locale: "de_DE.UTF-8")
            let later = try second.started().unit
            _ = try second.next()
            func perform(_ unit: String, _ title: String) -> Sheet.RunningPerform {
                Sheet.RunningPerform(
                    unit: unit, identifier: Self.waiting.identifier, title: title, fraction: 0.5,
                    status: "Half")
            }
            #expect(try Self.running(daemon) == [perform(unit, "Perform waiting"), perform(later, "Warten")])
            try gate.open()
            #expect(try first.ending().result == .success)
            #expect(try Self.running(daemon) == [perform(later, "Warten")])
            try daemon.call("Sheet.Cancel", ["unit": .string(later)])
            #expect(try second.ending().result == .cancelled)
            #expect(try Self.running(daemon).isEmpty)
        }
    }

    /// A sheet need not know the unit: it finds it, and the end.
    @Test(arguments: Launching.allCases)
    func afterTheDaemonWasKilledItIsFoundAndFollowed(_ launching: Launching) throws {
        try DaemonFixture.performing(launching, [Self.waiting]) { daemon in
            let gate = try Gate(daemon)
            let unit = try Self.begin(daemon, gate, locale: "de").started().unit
            try gate.wait()
            try daemon.crashAndRestart()
            let found = try #require(try Self.running(daemon).first)
            #expect(
                found.unit == unit && found.title == "Warten" && found.identifier == Self.waiting.identifier)
            let following = try Performing(following: found.unit, daemon)
            _ = try following.next()
            try gate.open()
            #expect(try following.ending().state == .finished)
            #expect(try Self.running(daemon).isEmpty)
        }
    }
}
