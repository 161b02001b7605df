// SPDX-License-Identifier: Apache-2.0

import ActivityDaemon
import ActivityInterface
import ActivityRegistry
import ArgumentParser
import Glibc
import Systemd

/// The program: reads the command line, runs the daemon.
@main
struct ActivityD: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activityd",
        abstract: "Serve the activities that can act on what a person has selected.",
        discussion: """
            Without options it serves one person (the user scope), in the foreground. The socket is \
            $XDG_RUNTIME_DIR/activityd/io.activityd, in the system scope /run/activityd/io.activityd; activityctl is \
            its client.
            """,
        version: Version.current)

    @Flag(help: "Serve the system scope, which holds what is there for everybody.")
    var system = false

    @Option(help: ArgumentHelp("Take the system activities from another folder.", valueName: "folder"))
    var bundles: String?

    @Option(
        help: ArgumentHelp(
            "End after so long without a client, where systemd owns the socket.", valueName: "seconds"))
    var idleTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Log what is at least as urgent, a level of syslog(3).", valueName: "level"))
    var logLevel: Journal.Level?

    func validate() throws {
        if let idleTimeout, !(0.001...1e9).contains(idleTimeout) {
            throw ValidationError("An idle timeout is a number of seconds above 0.")
        }
    }

    func run() throws {
        let options = Options(
            scope: system ? .system : .user, systemBundles: bundles,
            idleTimeout: idleTimeout.map { UInt64($0 * 1e6) },
            logLevel: logLevel)
        do { try Daemon(options, environment: Self.environment).run() } catch {
            Journal(identifier: "activityd").startFailed(error)
            throw ExitCode.failure
        }
    }

    private static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            let name = text.prefix { $0 != "=" }
            variables[String(name)] = String(text.dropFirst(name.count + 1))
            next += 1
        }
        return variables
    }
}

extension Journal.Level: ExpressibleByArgument {
    /// One of the names of syslog(3).
    public init?(argument: String) {
        self.init(name: argument)
    }

    /// What the help lists.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}
