// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
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

    /// Counts from the next start on.
    func set(_ time: HandOverTime) {
        configure(#"{"limits": {"handOverUSec": \#(time.rawValue)}}"#)
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
