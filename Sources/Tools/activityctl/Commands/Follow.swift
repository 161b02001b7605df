// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Follow: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the progress of a performed activity, and how it ended.",
        discussion: """
            The daemon keeps results for an hour. Ctrl-C ends this command; the activity goes on.
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("Its unit, as perform --json and the journal name it.", valueName: "unit"))
    var unit: String

    @Flag(help: "Print the daemon's replies, one a line.") var json = false

    func run() throws {
        try PerformSession(options, json: json).follow(unit)
    }
}
