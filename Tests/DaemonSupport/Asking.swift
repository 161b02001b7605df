// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import StrictJSON

/// A client that asks for targets with "more", and takes the replies one by one.
package struct Asking {
    private let wire: Wire

    package init(_ daemon: ServedDaemon, _ more: KeyValuePairs<String, JSON> = [:]) throws {
        wire = try daemon.wire()
        wire.send("io.activityd.Sheet.Targets", Self.parameters(more), [("more", true)])
    }

    /// The parameters of Targets for a photo.
    package static func parameters(_ more: KeyValuePairs<String, JSON> = [:]) -> JSON {
        var ask = JSON.Object([("content", ServedDaemon.photo)])
        for (name, value) in more { ask.set(name, value) }
        return .object(ask)
    }

    package func next() throws -> Sheet.TargetsReply {
        let frame = try wire.frame().orUnexpected("The daemon hung up.")
        guard frame["error"] == nil else { throw UnexpectedReply("Targets was answered: \(frame)") }
        let reply = try Sheet.TargetsReply(json: frame["parameters"] ?? [:])
        guard (frame["continues"] == true) == !reply.final else {
            throw UnexpectedReply("A reply continues after the final targets, or ends before: \(frame)")
        }
        return reply
    }

    /// The targets after the programs have run.
    package func last() throws -> [Sheet.Target] {
        while true {
            let reply = try next()
            if reply.final { return reply.targets }
        }
    }
}

extension ServedDaemon {
    /// The targets that the daemon knows without running a program.
    package func knownTargets() throws -> Sheet.TargetsReply {
        try Sheet.TargetsReply(call("Sheet.Targets", Asking.parameters()))
    }

    /// Performs with a target's value as the answer.
    package func share(_ name: String, to value: String) throws {
        let end = try ending("org.example.\(name)", answers: ["place": value])
        guard end.result == .success else { throw UnexpectedReply("Sharing to \(value) ended: \(end)") }
    }

    /// Writes settings, with the time for which the daemon waits for programs that list targets, in
    /// microseconds: by default as long as a loaded machine needs.
    package func configureTargets(
        timeout: Int = 60_000_000, _ settings: KeyValuePairs<String, JSON> = [:]
    ) {
        var own = JSON.Object([("limits", ["targetsUSec": .integer(timeout)])])
        for (name, value) in settings { own.set(name, value) }
        configure(String(decoding: JSON.object(own).serialized, as: UTF8.self))
    }
}
