// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import StrictJSON

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the daemon's version, counts and search path.",
        discussion: """
            For node_exporter's textfile collector:
              activityctl --system status --metrics | sponge /var/lib/prometheus/node-exporter/activityd.prom
            """)

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Print the daemon's reply.") var json = false

    @Flag(help: "Print numbers in the text format of Prometheus.") var metrics = false

    func validate() throws {
        guard !json || !metrics else { throw ValidationError("Choose --json or --metrics.") }
    }

    func run() throws {
        let reply = try DaemonClient(options).call(Interfaces.registry + ".Status")
        guard !json else { return Output.json(.object(reply)) }
        let status = try Registry.StatusReply(reply)
        guard !metrics else { return Output.write(StatusMetrics(status).text) }
        Self.facts(status).print()
    }

    static func facts(_ status: Registry.StatusReply) -> DetailList {
        var facts = DetailList()
        facts.add("Scope", status.scope.rawValue)
        facts.add("Version", status.version)
        facts.add("Generation", String(status.generation))
        facts.add("System's", String(status.system) + " active")
        facts.add("Custom", String(status.custom) + " active")
        facts.add("Rejected", String(status.rejected))
        facts.add("Connections", String(status.connections))
        if let performs = status.performs {
            facts.add(
                "Performed",
                "\(performs.success) successful, \(performs.failure) failed, \(performs.cancelled) cancelled")
        }
        if let call = status.worstCall, let time = status.worstCallUSec {
            facts.add("Worst call", "\(call), \(time) us")
        }
        for (index, folder) in status.searchPath.enumerated() {
            facts.add(index == 0 ? "Search path" : "", folder)
        }
        if let unwatched = status.unwatched { facts.add("Unwatched", unwatched) }
        for (index, problem) in (status.problems ?? []).enumerated() {
            facts.add(index == 0 ? "Problems" : "", problem)
        }
        return facts
    }
}
