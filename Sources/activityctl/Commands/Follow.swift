// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `activityctl follow`
struct Follow: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show how something that is performed goes on, and how it ended.",
        discussion: """
            This is known until an hour after the end. Ctrl-C ends the looking; what is performed goes on.
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("Its unit, as perform --json and the journal name it.", valueName: "unit"))
    var unit: String

    @Flag(help: "Print the daemon's replies, one a line.") var json = false

    func run() throws {
        try PerformSession(options, json: json).follow(unit)
    }
}
