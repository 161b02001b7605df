// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import StrictJSON

struct Running: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the activities that are being performed.",
        discussion:
            "\"activityctl follow UNIT\" shows one to its end, and \"activityctl cancel UNIT\" ends it.")

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        let reply = try daemon.call(Interfaces.sheet + ".Running")
        guard !json else { return Output.json(.object(reply)) }
        let performs = try Sheet.RunningReply(reply).performs
        guard !performs.isEmpty else { return Output.line("Nothing is being performed.") }
        var table = Table(["UNIT", "TITLE", "IDENTIFIER", "DONE", "STATUS"])
        for perform in performs {
            let done = perform.fraction.map { "\(Int((min(max($0, 0), 1) * 100).rounded(.down))) %" } ?? ""
            table.add([perform.unit, perform.title, perform.identifier, done, perform.status ?? ""])
        }
        table.print()
    }
}
