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

/// The daemon's command line.
@main
struct ActivityD: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activityd",
        abstract: "Serve the activities that can act on what a person has selected.",
        discussion: """
            Without options it serves one person (the user scope), in the foreground. The socket is \
            $XDG_RUNTIME_DIR/activityd/io.activityd, in the system scope /run/activityd/io.activityd; \
            activityctl is its client.
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
        StandardStreams.fill()
        do {
            try parse().run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            fputs(usage(error) + "\n", linux_stderr())
            Glibc.exit(exitCode(for: error).rawValue)
        }
    }

    /// The message for an invalid command line. ArgumentParser quotes the arguments verbatim, so they are
    /// parsed again in printable form to get a printable message.
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
        // The parent may have ignored SIGCHLD; the kernel would then discard the exit statuses of children.
        signal(SIGCHLD, SIG_DFL)
        // A write beyond RLIMIT_FSIZE then fails with EFBIG, instead of killing the daemon.
        signal(SIGXFSZ, SIG_IGN)
        // A write to a pipe or socket without a reader then fails with EPIPE, instead of killing the daemon.
        signal(SIGPIPE, SIG_IGN)
        // A request to reload during the start waits until the loop attends to it, instead of killing the
        // daemon.
        var reload = sigset_t()
        sigemptyset(&reload)
        sigaddset(&reload, SIGHUP)
        sigprocmask(SIG_BLOCK, &reload, nil)
        do {
            try requireText()
            // Read first: the manager's variables are removed with its descriptors.
            let environment = Self.environment
            let process = HostProcess(
                inherited: try Supervisor.listenDescriptors(), journal: Journal(identifier: "activityd"),
                raiseDescriptorLimit: { DescriptorLimit.raise(to: $0) }, report: { $0.notify() })
            let daemon = try Daemon(options, environment: environment, in: process)
            ThreadPriority.answering.apply()
            try daemon.attend()
            try daemon.run()
        } catch {
            Journal(identifier: "activityd").startFailed(error)
            throw ExitCode.failure
        }
    }

    /// Rejects folders whose paths are not UTF-8: Swift would replace bytes, and so use other folders.
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
    /// - Parameter argument: a name of syslog(3), such as "debug".
    public init?(argument: String) {
        self.init(name: argument)
    }

    /// The values to list in the help.
    public static var allValueStrings: [String] { allCases.map(\.name) }
}
