// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import StrictJSON
import TestSupport
import Varlink

extension ServedDaemon {
    /// Waits until the daemon has read this many activities beside the standard system's.
    package func waitTillJudged(_ count: Int) throws {
        let watch = try Watch(self)
        try watch.wait { try describe().count == count + 4 }
    }

    package static func asking(
        _ identifier: String, _ content: JSON = ServedDaemon.photo,
        _ more: KeyValuePairs<String, JSON> = [:]
    ) -> JSON {
        var ask = JSON.Object([("identifier", .string(identifier)), ("content", content)])
        for (name, value) in more { ask.set(name, value) }
        return .object(ask)
    }

    /// The error that Perform is answered with, by its short name, with its parameters.
    package func unperformed(
        _ identifier: String, _ content: JSON = ServedDaemon.photo,
        _ more: KeyValuePairs<String, JSON> = [:], _ file: String = #fileID, _ line: Int = #line
    ) throws -> (name: String, parameters: JSON.Object) {
        let error = try refusal("Sheet.Perform", Self.asking(identifier, content, more), file, line)
        return (String(error.name.split(separator: ".").last ?? ""), error.parameters)
    }

    /// Performs, and gives all replies.
    package func perform(
        _ identifier: String, _ content: JSON = ServedDaemon.photo,
        _ more: KeyValuePairs<String, JSON> = [:]
    ) throws -> [Sheet.Progress] {
        try Performing(self, identifier, content, more).all()
    }

    /// Performs, and gives how it ended.
    package func ending(
        _ identifier: String, _ content: JSON = ServedDaemon.photo,
        _ more: KeyValuePairs<String, JSON> = [:]
    ) throws -> Sheet.Progress {
        try perform(identifier, content, more).last.orUnexpected("\(identifier) has no end.")
    }

    package func ending(
        _ identifier: String, _ content: JSON = ServedDaemon.photo, answers: [String: String]
    ) throws -> Sheet.Progress {
        try ending(identifier, content, ["answers": answers.json])
    }

    /// The private folders that there are; those that are being removed are not.
    package var performFolders: [String] {
        Files.names(in: folder("run/activityd/performs")).filter { !$0.hasPrefix(".staging-") }
    }
}

/// A client that performs or follows, and takes the replies one by one.
package final class Performing {
    private let wire: Wire

    package init(
        _ daemon: ServedDaemon, _ identifier: String, _ content: JSON = ServedDaemon.photo,
        _ more: KeyValuePairs<String, JSON> = [:]
    ) throws {
        wire = try daemon.wire()
        wire.send(
            "io.activityd.Sheet.Perform", ServedDaemon.asking(identifier, content, more), [("more", true)])
    }

    package convenience init(
        _ daemon: ServedDaemon, _ identifier: String, _ content: JSON = ServedDaemon.photo,
        answers: [String: String]
    ) throws {
        try self.init(daemon, identifier, content, ["answers": answers.json])
    }

    package init(following unit: String, _ daemon: ServedDaemon) throws {
        wire = try daemon.wire()
        wire.send("io.activityd.Sheet.Follow", ["unit": .string(unit)], [("more", true)])
    }

    /// The next reply; nil after the last.
    package func next() throws -> Sheet.Progress? {
        guard let frame = try wire.frame() else { return nil }
        if let error = frame["error"] {
            throw VarlinkError(error.text ?? "", try JSON.Object(json: frame["parameters"] ?? [:]))
        }
        let progress = try Sheet.Progress(json: frame["parameters"] ?? [:])
        guard (frame["continues"] == true) == (progress.state != .finished) else {
            throw UnexpectedReply("A performance's reply continues after its end, or ends before: \(frame)")
        }
        return progress
    }

    /// The first reply, which says that it runs.
    package func started() throws -> Sheet.Progress {
        guard let progress = try next(), progress.state == .started else {
            throw UnexpectedReply("The first reply does not say that it runs.")
        }
        return progress
    }

    /// All replies that are still to come.
    package func all() throws -> [Sheet.Progress] {
        var replies: [Sheet.Progress] = []
        while let progress = try next() {
            replies.append(progress)
            if progress.state == .finished { break }
        }
        return replies
    }

    package func ending() throws -> Sheet.Progress {
        try all().last.orUnexpected("The daemon hung up.")
    }
}

extension Plugin {
    /// One that runs a shell script of its own.
    package static func script(
        _ name: String, _ script: String, _ arguments: [JSON] = [],
        _ perform: KeyValuePairs<String, JSON> = [:],
        accepts: JSON = [["types": ["*/*", "inode/directory", "x-scheme-handler/https"]]]
    ) -> Plugin {
        var object = JSON.Object([("exec", .array(["bin/run"] + arguments))])
        for (key, value) in perform { object.set(key, value) }
        return Plugin("org.example.\(name)", "Perform \(name)")
            .with(["perform": .object(object), "accepts": accepts])
            .with(executable: "bin/run", "#!/bin/sh\n" + script + "\n")
    }
}
