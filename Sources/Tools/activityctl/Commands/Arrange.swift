// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import StrictJSON

struct Arrange: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put custom activities first, in this order.",
        discussion: """
            It replaces this scope's arrangement. The system's own activities always come first, in a \
            fixed order; custom ones that you do not name follow as the administrator arranged them, then \
            by title.

            Example:
              activityctl arrange org.example.resize org.example.translate
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The activities, first to last.", valueName: "id"))
    var identifiers: [String] = []

    @Flag(help: "Clear the arrangement: order all by title.") var clear = false

    @OptionGroup var trial: TrialOption

    func validate() throws {
        guard clear == identifiers.isEmpty else {
            throw ValidationError(
                clear
                    ? "--clear takes no activities."
                    : "Name activities, or clear the arrangement with --clear.")
        }
    }

    func run() throws {
        let daemon = try DaemonClient(options)
        let change = try daemon.change(
            ".Arrange",
            Registry.ArrangeRequest(identifiers: identifiers, check: trial.parameter))
        let sentence = clear ? "the arrangement is cleared." : "\(identifiers.count) arranged."
        try trial.report(daemon.scopeName(), sentence, of: "the arrangement", change)
    }
}
