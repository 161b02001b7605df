// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct Unregister: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove a bundle that was registered.",
        discussion: """
            Remove a bundle that was installed in another way as it was installed; to hide it, use \
            "activityctl elect ID ignore".
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The activity.", valueName: "id")) var identifier: String

    @OptionGroup var trial: TrialOption

    func run() throws {
        let daemon = try DaemonClient(options)
        let change = try daemon.change(
            ".Unregister", Registry.UnregisterRequest(identifier: identifier, check: trial.parameter))
        try trial.report(
            daemon.scopeName(), "\(printable(identifier)) is removed.", of: identifier, change)
    }
}
