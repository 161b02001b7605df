// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import Varlink

/// A server on a socket in a folder of its own, driven turn by turn on the test's thread, so that nothing is
/// left to chance and nothing is slept for.
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

    /// Lets time pass, after which the server looks at its deadlines.
    func pass(_ time: Duration) throws {
        clock.advance(time)
        try settle()
    }

    /// Runs turns until there is nothing to do right now.
    func settle() throws {
        for _ in 0..<5 { _ = try server.runOnce(timeout: 0) }
    }

    /// The next frame for `wire`.
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
