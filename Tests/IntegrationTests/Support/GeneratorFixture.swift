// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

extension DaemonFixture {
    /// The beginning of shell scripts that are generators.
    private static let prelude = #"""
        #!/bin/sh
        set -e
        made=$1
        # IDENTIFIER TITLE ORIGIN
        bundle() {
            mkdir "$made/$1.activity"
            cp "$XDG_DATA_HOME/icon.png" "$made/$1.activity/icon.png"
            printf '{"manifestVersion":1,"identifier":"%s","title":"%s","icon":"icon.png","category":"action","origin":"%s",
                "accepts":[{"types":["*/*"]}],"perform":{"exec":["plugin-tool","%%U"]}}' "$1" "$2" "${3:-/origin}" \
                >"$made/$1.activity/manifest.json"
        }

        """#

    var generators: String { folder("generators") }
    var generated: String { folder("cache/activityd/generated") }
    /// Where they write.
    var staging: String { folder("run/activityd/generating") }

    /// Puts a generator there, in place of a former one.
    func write(generator name: String, _ script: String, prelude: Bool = true) {
        Files.write(generators + "/.new", (prelude ? Self.prelude : "") + script + "\n", mode: 0o755)
        rename(generators + "/.new", generators + "/" + name)
    }

    /// Runs `body` beside a daemon with generators.
    static func generating(
        _ launching: Launching, _ scripts: [String: String], _ body: (DaemonFixture) throws -> Void
    ) throws {
        try prepared { daemon in
            if launching == .systemd { try daemon.use(UserManager.shared.get()) }
            daemon.environment["PATH"] = "/usr/bin:/bin"
            daemon.folder.folder("generators")
            Files.write(daemon.folder("data/icon.png"), Plugin.icon)
            for (name, script) in scripts { daemon.write(generator: name, script) }
            try daemon.start("--generators", daemon.generators, "--log-level", "debug")
            try body(daemon)
        }
    }

    func generatorList() throws -> [Registry.Generator] {
        try call("Registry.Generators").read("generators")
    }

    func generator(_ name: String) throws -> Registry.Generator {
        try #require(try generatorList().first { $0.name == name })
    }

    /// Waits until a generator has run, later than at `after` if that is given, and gives what is said of it.
    @discardableResult
    func waitTillRun(
        _ name: String, after: Int? = nil, _ location: SourceLocation = #_sourceLocation
    ) throws -> Registry.Generator {
        var found: Registry.Generator?
        let hasRun = try HangLimit.passes {
            found = try generatorList().first { $0.name == name }
            return found?.running == false && found?.started ?? 0 > after ?? 0
        }
        #expect(hasRun, "\(name) has not run:\n\(log.suffix(2_000))", sourceLocation: location)
        return try #require(found, sourceLocation: location)
    }

    /// Waits until an activity serves.
    func waitTillServed(_ identifier: String) throws {
        let watch = try Watch(self)
        try watch.wait { try describe().contains { $0.identifier == identifier && $0.state == .active } }
    }
}
