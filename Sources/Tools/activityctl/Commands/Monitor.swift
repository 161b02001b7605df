// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import StrictJSON

struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the generation now, and each one that follows.",
        discussion: """
            A generation is a number that grows with each change of the registry. Ctrl-C ends it.

            Example:
              activityctl monitor | while read -r generation; do echo "changed: $generation"; done
            """)

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Print the daemon's replies, one a line.") var json = false

    func run() throws {
        try DaemonClient(options).stream(Interfaces.sheet + ".Monitor") { reply in
            let generation = try Sheet.MonitorReply(reply).generation
            Output.line(json ? String(decoding: reply.json.serialized, as: UTF8.self) : String(generation))
        }
    }
}
