// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import ContentSelection
import Glibc
import Host
import StrictJSON

/// The command line of activityd; activityctl(1).
@main
struct ActivityCtl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activityctl",
        abstract: "See what can be done with a selection, and decide what is listed.",
        discussion: """
            Examples:
              activityctl sheet photo.jpg            what a share sheet shows for it
              activityctl explain photo.jpg          why each activity is there, or not
              activityctl perform io.activityd.save photo.jpg
              activityctl new org.example.resize     begin an activity of your own
              activityctl elect org.example.resize ignore

            The person's activities are in the user scope, the machine's in the system scope. Without an \
            option root speaks to the system's daemon, everybody else to their own.
            """,
        version: Version.current,
        subcommands: [ShipVerdicts.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Looking",
                subcommands: [
                    SheetCommand.self, Targets.self, Inspect.self, OptionsCommand.self, Explain.self,
                    List.self,
                    Show.self, Icon.self,
                ]),
            CommandGroup(
                name: "Performing",
                subcommands: [Perform.self, Running.self, Follow.self, Cancel.self, Forget.self]),
            CommandGroup(name: "Deciding", subcommands: [Elect.self, Arrange.self, Star.self]),
            CommandGroup(
                name: "Plug-ins",
                subcommands: [
                    New.self, Import.self, Check.self, Try.self, Register.self, Unregister.self, Rules.self,
                ]),
            CommandGroup(
                name: "The daemon",
                subcommands: [Status.self, PolicyCommand.self, Generators.self, Monitor.self, Reload.self]),
            CommandGroup(name: "This machine", subcommands: [Integrations.self]),
        ])

    @OptionGroup var options: ScopeOptions

    static func main() {
        StandardStreams.fill()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            failure.end()
        } catch let error as SelectionError {
            Failure(error.description, next: error.remedy).end()
        } catch let error as JSON.Mismatch {
            Failure(mismatch: error).end()
        } catch {
            end(error)
        }
    }

    /// Prints an ArgumentParser error and exits, with 2 instead of EX_USAGE, as most commands do.
    private static func end(_ error: any Error) -> Never {
        guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
        Output.write(usage(error) + "\n", to: STDERR_FILENO)
        Glibc.exit(Failure.Status.usage.rawValue)
    }

    /// The message for an invalid command line. ArgumentParser quotes arguments verbatim, so they are parsed
    /// again in printable form.
    private static func usage(_ error: any Error) -> String {
        do {
            _ = try parseAsRoot(CommandLine.arguments.dropFirst().map { printable($0) })
            return printableLines(fullMessage(for: error))
        } catch {
            return fullMessage(for: error)
        }
    }
}
