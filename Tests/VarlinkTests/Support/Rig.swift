// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import Varlink

/// A server on a socket in its own folder. The test's thread drives it turn by turn and moves its clock, so
/// the order of events is fixed and no test sleeps.
final class Rig {
    let folder = Scratch()
    let loop = TestLoop()
    let clock = TestClock()
    let handler: TestHandler
    let listener: Listener
    let service: Service
    let server: Server
    var path: String { listener.path }

    init(_ configure: (inout Configuration) -> Void = { _ in }) throws {
        var configuration = Configuration { limit, maximum in
            VarlinkError(
                "org.example.test.LimitExceeded",
                JSON.Object([("limit", .string(limit)), ("maximum", .integer(maximum))]))
        }
        handler = TestHandler(clock: clock)
        configuration.clock = clock.look
        configure(&configuration)
        server = try Server(configuration: configuration, loop: loop)
        listener = try Listener(binding: folder.path + "/socket", mode: 0o600)
        service = Service(
            vendor: "Example", product: "Test", version: "1", url: "https://example.org", handlers: [handler])
        try server.listen(on: listener.descriptor, service: service)
    }

    func connect() throws -> Wire { try Wire(connecting: path) }

    /// Runs turns until `condition` holds.
    func pump(until condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) throws {
        let end = ContinuousClock.now + HangLimit.duration
        while !condition() {
            guard ContinuousClock.now < end else {
                Issue.record("the event never came", sourceLocation: location)
                throw WireError(step: "pump", code: ETIMEDOUT)
            }
            _ = try server.runOnce(timeout: 20)
        }
    }

    /// Advances the clock, and lets the server check its deadlines.
    func pass(_ time: Duration) throws {
        clock.advance(time)
        try settle()
    }

    /// Runs five turns without waiting, enough for the work that is pending.
    func settle() throws {
        for _ in 0..<5 { _ = try server.runOnce(timeout: 0) }
    }

    /// The next frame that `wire` receives; "(hung up)" if the server closes it first.
    func frame(for wire: Wire, _ location: SourceLocation = #_sourceLocation) throws -> String {
        try frames(1, for: wire, location).first ?? "(hung up)"
    }

    func frames(_ count: Int, for wire: Wire, _ location: SourceLocation = #_sourceLocation) throws
        -> [String]
    {
        try pump(
            until: {
                wire.receive(); return wire.frames.count >= count || wire.hasEnded
            }, location)
        return (0..<count).compactMap { _ in wire.takeFrame() }
    }

    func awaitEnd(of wire: Wire, _ location: SourceLocation = #_sourceLocation) throws {
        try pump(
            until: {
                wire.receive(); return wire.hasEnded
            }, location)
    }
}
