// SPDX-License-Identifier: Apache-2.0

import ActivityDaemon
import ActivityInterface
import ActivityModel
import ActivityRegistry
import ArgumentParser
import CLinux
import Glibc
import Host
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
        help: ArgumentHelp("Take the generators from this folder alone.", valueName: "folder"))
    var generators: String?

    @Option(
        help: ArgumentHelp(
            "End after so long without a client, where systemd owns the socket.", valueName: "seconds"))
    var idleTimeout: Double?

    @Option(
        help: ArgumentHelp(
            "Log what is at least as urgent, a level of syslog(3).", valueName: "level"))
    var logLevel: Journal.Level?

    static func main() {
        do {
            try parse().run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            fputs(usage(error) + "\n", linux_stderr())
            Glibc.exit(exitCode(for: error).rawValue)
        }
    }

    /// The message for a faulty command line. ArgumentParser quotes the arguments verbatim, so they are
    /// parsed once more in printable form, for the sake of the message.
    private static func usage(_ error: any Error) -> String {
        do {
            _ = try parse(CommandLine.arguments.dropFirst().map { printable($0) })
            return printableLines(fullMessage(for: error))
        } catch {
            return fullMessage(for: error)
        }
    }

    func validate() throws {
        if system, generators != nil {
            throw ValidationError("Generators run in the user scope. Drop --system or --generators.")
        }
        if let idleTimeout, !(0.001...1e9).contains(idleTimeout) {
            throw ValidationError("An idle timeout is a number of seconds above 0.")
        }
    }

    func run() throws {
        let options = Options(
            scope: system ? .system : .user, systemBundles: bundles, generators: generators,
            idleTimeout: idleTimeout.map { UInt64($0 * 1e6) },
            logLevel: logLevel)
        // Who has started it may ignore this, and then the kernel throws away how its children end.
        signal(SIGCHLD, SIG_DFL)
        // A file larger than may be (RLIMIT_FSIZE) is a change refused, not the end of the daemon.
        signal(SIGXFSZ, SIG_IGN)
        // A log whose reader has gone is an error of write(2).
        signal(SIGPIPE, SIG_IGN)
        do {
            try requireText()
            try Daemon(options, environment: Self.environment).run()
        } catch {
            Journal(identifier: "activityd").startFailed(error)
            throw ExitCode.failure
        }
    }

    /// Refuses folders by whose repaired names others would be found.
    private func requireText() throws(StartError) {
        let names = [
            "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
        ]
        for name in names where !system && !Environment.isText(name) { throw .notText(variable: name) }
    }

    private static var environment: [String: String] {
        Environment.entries.reduce(into: [:]) { variables, entry in
            let name = entry.prefix { $0 != "=" }
            variables[String(name)] = String(entry.dropFirst(name.count + 1))
        }
    }
}

extension Journal.Level: ExpressibleByArgument {
    /// One of the names of syslog(3).
    public init?(argument: String) {
        self.init(name: argument)
    }

    /// Values that the help lists.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}
