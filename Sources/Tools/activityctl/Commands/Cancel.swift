// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser

struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cancel a running activity.",
        discussion: """
            It is asked to end, and killed if it does not. One that has finished stays as it finished; \
            "activityctl \\
            follow" shows how it ended.

            Example:
              activityctl cancel app-activityd-org.example.resize@1.service
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("Its unit, as running shows it.", valueName: "unit"))
    var unit: String

    func run() throws {
        let daemon = try DaemonClient(options)
        _ = try daemon.call(Interfaces.sheet + ".Cancel", Sheet.UnitRequest(unit: unit).object)
        Output.line("\(daemon.scopeName()): \(printable(unit)) is being cancelled.")
    }
}
