// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import SessionBus
import TestSupport
import Testing

@testable import ShareService

/// A message bus of a test's own, and the loop on which everything in this process talks with it.
final class PrivateBus {
    struct Failure: Error {
        let reason: String
    }

    let scratch = Scratch()
    let address: String
    private let daemon: ChildProgram

    /// Runs the test on a loop that is this thread's while it does.
    static func run(_ test: (PrivateBus) throws -> Void) throws {
        try Loop.ofItsOwn { try test(try PrivateBus()) }
    }

    private init() throws {
        scratch.folder("services")
        scratch.write(
            "bus.conf",
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(scratch("bus"))</listen>
              <servicedir>\(scratch("services"))</servicedir>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """)
        address = "unix:path=" + scratch("bus")
        daemon = try ChildProgram(
            ["dbus-daemon", "--config-file=" + scratch("bus.conf"), "--nofork", "--print-address=1"])
        guard try daemon.firstLine().hasPrefix("unix:") else {
            throw Failure(reason: "dbus-daemon is not up")
        }
    }

    /// Runs the loop until `condition` holds; false if it never does.
    func turn(until condition: () -> Bool) -> Bool {
        var isOver = false
        let timer = Source(after: HangLimit.duration) { isOver = true }
        Loop.run { condition() || isOver }
        return withExtendedLifetime(timer) { condition() }
    }

    func connect() throws -> BusClient { try BusClient(self) }

    /// Runs a program to its end, on this bus.
    func run(_ command: [String]) throws -> ChildProgram.Ending {
        let program = try ChildProgram(command, environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        var ending: ChildProgram.Ending?
        program.end { ending = $0 }
        #expect(turn { ending != nil }, "\(command) does not end")
        return ending ?? ChildProgram.Ending(status: -1, output: "", errors: "")
    }
}
