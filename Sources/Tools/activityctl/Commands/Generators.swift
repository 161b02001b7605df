// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct Generators: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the generators, what they have made and what they have left out.",
        discussion: """
            A generator makes activities of plug-ins of another format. What it has left out is listed below \
            it, with the reason.
            """)

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        let reply = try daemon.call(Interfaces.registry + ".Generators")
        guard !json else { return Output.json(.object(reply)) }
        let generators = try Registry.GeneratorsReply(reply).generators
        Output.line(Paint()(.dim, "\(daemon.scopeName()), \(Tally.count(generators.count, "generator"))"))
        Output.line()
        if generators.isEmpty { return Output.line("There are no generators.") }
        var table = Table(["NAME", "ACTIVITIES", "LEFT OUT", "LAST RUN", "MS", "READS"])
        for generator in generators { table.add(cells(generator)) }
        table.print()
        for generator in generators { printDetails(generator) }
    }

    private func cells(_ generator: Registry.Generator) -> [String] {
        [
            generator.name, String(generator.bundles), String(generator.omissions.count),
            generator.running ? "now" : generator.started.map { LocalTime.text($0) } ?? "",
            generator.durationUSec.map { String($0 / 1_000) } ?? "",
            generator.origins.joined(separator: " "),
        ]
    }

    private func printDetails(_ generator: Registry.Generator) {
        guard generator.failure != nil || !generator.omissions.isEmpty else { return }
        let paint = Paint()
        Output.line()
        Output.line(paint(.bold, printable(generator.name)))
        if let failure = generator.failure { Output.line("  It failed. " + printable(failure)) }
        for omission in generator.omissions {
            let name = omission.name.isEmpty ? "" : " (" + omission.name + ")"
            Output.line("  " + printable(omission.origin + name + ": " + omission.reason))
        }
    }
}
