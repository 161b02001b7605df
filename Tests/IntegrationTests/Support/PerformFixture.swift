// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The way in which activities are started. Every test of performing runs with each, unless it says why not.
enum Launching: String, CaseIterable, CustomTestStringConvertible {
    case systemd, process

    var testDescription: String { rawValue }
}

/// How long an activity that hands over has to fail, in microseconds.
enum HandOverTime: Int {
    /// No test waits for its end.
    case long = 3_600_000_000
    /// It is over before anything happens.
    case short = 1
}

extension DaemonFixture {
    /// Runs `body` beside a daemon that starts activities as is said, with some activities to perform.
    ///
    /// - Parameters:
    ///   - system: bundles of the system's, beside the standard ones.
    ///   - prepare: called before it is started.
    static func performing(
        _ launching: Launching, _ activities: [Plugin] = [], system: [Plugin] = [],
        _ arguments: [String] = [],
        handOverTime: HandOverTime? = nil, files: [String: String] = [:],
        prepare: (DaemonFixture) throws -> Void = { _ in },
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try prepared { daemon in
            for (name, text) in files { Files.write(daemon.folder(name), text) }
            if let handOverTime { daemon.set(handOverTime) }
            if launching == .systemd { try daemon.use(UserManager.shared.get()) }
            daemon.environment["PATH"] = daemon.folder("programs") + ":/usr/bin:/bin"
            for activity in activities { activity.write(into: daemon.configured) }
            for bundle in system { bundle.write(into: daemon.systemBundles) }
            try prepare(daemon)
            try daemon.launch(arguments)
            try daemon.notifications.wait(for: "READY=1")
            try daemon.waitTillJudged(activities.count + system.count)
            try body(daemon)
        }
    }

    /// Runs the daemon as the manager's user, whose manager starts its activities.
    func use(_ manager: UserManager) {
        environment["DBUS_SESSION_BUS_ADDRESS"] = manager.address
        if manager.uid != geteuid() { owner = manager.uid }
    }

    /// Waits until the daemon has read this many activities beside the standard system's.
    func waitTillJudged(_ count: Int) throws {
        let watch = try Watch(self)
        try watch.wait { try describe().count == count + 4 }
    }

    /// Counts from the next start on.
    func set(_ time: HandOverTime) {
        configure(#"{"limits": {"handOverUSec": \#(time.rawValue)}}"#)
    }

    // MARK: Calls

    /// Performs, and gives all replies.
    func perform(
        _ identifier: String, _ content: JSON = DaemonFixture.photo,
        _ more: KeyValuePairs<String, JSON> = [:],
        _ location: SourceLocation = #_sourceLocation
    ) throws -> [Sheet.Progress] {
        let performing = try Performing(self, identifier, content, more)
        return try performing.all(location)
    }

    /// Performs, and gives how it ended.
    func ending(
        _ identifier: String, _ content: JSON = DaemonFixture.photo,
        _ more: KeyValuePairs<String, JSON> = [:],
        _ location: SourceLocation = #_sourceLocation
    ) throws -> Sheet.Progress {
        try #require(try perform(identifier, content, more, location).last, sourceLocation: location)
    }

    func ending(
        _ identifier: String, _ content: JSON = DaemonFixture.photo, answers: [String: String],
        _ location: SourceLocation = #_sourceLocation
    ) throws -> Sheet.Progress {
        try ending(identifier, content, ["answers": answers.json], location)
    }

    static let photo: JSON = [["type": "image/png", "uri": "file:///home/ada/photo.png"]]

    static func asking(
        _ identifier: String, _ content: JSON, _ more: KeyValuePairs<String, JSON> = [:]
    ) -> JSON {
        var ask = JSON.Object([("identifier", .string(identifier)), ("content", content)])
        for (name, value) in more { ask.set(name, value) }
        return .object(ask)
    }

    /// The error that Perform is answered with, by its short name, with its parameters.
    func unperformed(
        _ identifier: String, _ content: JSON = DaemonFixture.photo,
        _ more: KeyValuePairs<String, JSON> = [:],
        _ location: SourceLocation = #_sourceLocation
    ) throws -> (name: String, parameters: JSON.Object) {
        let error = try refusal("Sheet.Perform", Self.asking(identifier, content, more), location)
        return (String(error.name.split(separator: ".").last ?? ""), error.parameters)
    }

    /// The private folders that there are; those that are being removed are not.
    var performFolders: [String] {
        Files.names(in: folder("run/activityd/performs")).filter { !$0.hasPrefix(".staging-") }
    }

    /// Waits until all that was moved out of the way in a folder is removed.
    func waitTillRemoved(in folder: String) throws {
        for name in Files.names(in: folder) where name.hasPrefix(".staging-") {
            try waitTillGone(folder + "/" + name)
        }
    }
}

/// A client that performs or follows, and takes the replies one by one.
final class Performing {
    private let wire: Wire

    init(
        _ daemon: DaemonFixture, _ identifier: String, _ content: JSON = DaemonFixture.photo,
        _ more: KeyValuePairs<String, JSON> = [:]
    ) throws {
        wire = try daemon.wire()
        wire.send(
            "io.activityd.Sheet.Perform", DaemonFixture.asking(identifier, content, more), [("more", true)])
    }

    convenience init(
        _ daemon: DaemonFixture, _ identifier: String, _ content: JSON = DaemonFixture.photo,
        answers: [String: String]
    ) throws {
        try self.init(daemon, identifier, content, ["answers": answers.json])
    }

    init(following unit: String, _ daemon: DaemonFixture) throws {
        wire = try daemon.wire()
        wire.send("io.activityd.Sheet.Follow", ["unit": .string(unit)], [("more", true)])
    }

    /// The next reply; nil after the last.
    func next(_ location: SourceLocation = #_sourceLocation) throws -> Sheet.Progress? {
        guard let frame = try wire.frame() else { return nil }
        if let error = frame["error"] {
            throw VarlinkError(error.text ?? "", try JSON.Object(json: frame["parameters"] ?? [:]))
        }
        let progress = try Sheet.Progress(json: frame["parameters"] ?? [:])
        #expect((frame["continues"] == true) == (progress.state != .finished), sourceLocation: location)
        return progress
    }

    /// The first reply, which says that it runs.
    func started(_ location: SourceLocation = #_sourceLocation) throws -> Sheet.Progress {
        let progress = try #require(try next(location), sourceLocation: location)
        #expect(progress.state == .started, sourceLocation: location)
        return progress
    }

    /// All replies that are still to come.
    func all(_ location: SourceLocation = #_sourceLocation) throws -> [Sheet.Progress] {
        var replies: [Sheet.Progress] = []
        while let progress = try next(location) {
            replies.append(progress)
            if progress.state == .finished { break }
        }
        return replies
    }

    func ending(_ location: SourceLocation = #_sourceLocation) throws -> Sheet.Progress {
        try #require(try all(location).last, sourceLocation: location)
    }
}

/// Activities that are ended at their time, after they have printed something.
extension DaemonFixture {
    /// Performs the first of `plugins` that has time enough to print, and gives how it ended.
    func timedOut(_ plugins: [Plugin], _ content: JSON = DaemonFixture.photo) throws -> Sheet.Progress {
        var end: Sheet.Progress?
        for plugin in plugins where end?.output == nil { end = try ending(plugin.identifier, content) }
        return try #require(end)
    }
}

extension Plugin {
    /// The same activity with longer and longer timeouts, for busy machines: `make` receives its name and
    /// `perform`'s values.
    static func timed(_ make: (String, KeyValuePairs<String, JSON>) -> Plugin) -> [Plugin] {
        [300_000, 3_000_000, 30_000_000].map { make("timed-\($0)", ["timeoutUSec": .integer($0)]) }
    }

    /// One that runs a shell script of its own.
    static func script(
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

    /// The same with a form of texts.
    func asking(_ fields: String...) -> Plugin {
        let form = fields.map { id -> JSON in
            ["id": .string(id), "label": .string(id.prefix(1).uppercased() + id.dropFirst()), "type": "text"]
        }
        return with(["form": .array(form)])
    }

    /// The same with other values in `perform`.
    func setting(_ values: [(String, JSON)]) -> Plugin {
        guard case .object(var perform)? = manifest.value("perform") else { return self }
        for (name, value) in values { perform.set(name, value) }
        return with(["perform": .object(perform)])
    }
}
