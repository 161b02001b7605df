// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A client that watches.
package final class Watch {
    private let wire: Wire
    package private(set) var generation = 0

    /// Returns once the current generation has arrived.
    package init(_ daemon: ServedDaemon) throws {
        wire = try daemon.wire()
        wire.send("io.activityd.Sheet.Monitor", [:], [("more", true)])
        generation = try next()
    }

    /// Waits for the next generation.
    @discardableResult
    package func next() throws -> Int {
        let frame = try wire.frame().orUnexpected("The daemon hung up.")
        guard let number = frame["parameters"]?["generation"]?.number, number > generation,
            frame["continues"] == true
        else { throw UnexpectedReply("After generation \(generation), Monitor was answered: \(frame)") }
        generation = number
        return number
    }

    /// Waits for the first generation in which `condition` holds.
    package func wait(until condition: () throws -> Bool) throws {
        while try !condition() { try next() }
    }
}
