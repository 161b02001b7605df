// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import StrictJSON

/// `activityctl status`
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the daemon's version, counts and search path.")

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let reply = try DaemonClient(options).call(Interfaces.registry + ".Status")
        guard !json else { return Output.json(.object(reply)) }
        let status: Registry.StatusReply = try DaemonClient.read(reply)
        var facts = Facts()
        facts.add("Scope", status.scope.rawValue)
        facts.add("Version", status.version)
        facts.add("Generation", String(status.generation))
        facts.add("System's", String(status.system) + " active")
        facts.add("Custom", String(status.custom) + " active")
        facts.add("Rejected", String(status.rejected))
        facts.add("Connections", String(status.connections))
        for (index, folder) in status.searchPath.enumerated() {
            facts.add(index == 0 ? "Search path" : "", folder)
        }
        if let unwatched = status.unwatched { facts.add("Unwatched", unwatched) }
        for (index, problem) in (status.problems ?? []).enumerated() {
            facts.add(index == 0 ? "Problems" : "", problem)
        }
        facts.print()
    }
}
