// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show everything that is known about an activity.",
        discussion: "If several bundles have the identifier, the first one counts.")

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("Its identifier.", valueName: "id")) var identifier: String

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        let reply = try daemon.describe(identifier)
        guard !json else { return Output.json(.object(reply)) }
        let bundles = try Registry.DescribeReply(reply).activities
        guard !bundles.isEmpty else {
            throw Failure(
                "There is no activity \(printable(identifier)).",
                next: "\"activityctl list --all\" shows what there is.")
        }
        Output.line(Paint()(.dim, daemon.scopeName()))
        for bundle in bundles { print(bundle) }
    }

    private func print(_ bundle: Registry.Description) {
        let paint = Paint()
        Output.line()
        var facts = DetailList()
        facts.add("Identifier", bundle.identifier)
        facts.add("Title", bundle.title)
        facts.add("Titles", titles(bundle))
        facts.add("Version", bundle.version)
        facts.add("Category", bundle.category?.rawValue)
        facts.add("From", bundle.source.rawValue)
        facts.add("Position", bundle.position.map(String.init))
        facts.add("State", bundle.state.rawValue)
        facts.add("Election", election(bundle))
        facts.add("Origin", bundle.origin)
        facts.add("Path", bundle.path)
        facts.add("Linked from", bundle.link)
        let reach = ActivityReach(bundle)
        facts.add("Runs", reach?.runs)
        facts.add("Options", reach?.asksPrograms)
        facts.add("Makes", reach?.makes)
        facts.add("Network", reach?.network)
        facts.add("May write", reach?.writes)
        facts.add("Answers", reach?.answers)
        facts.print()
        Output.lines(bundle.diagnostics.map { $0.line(paint) })
    }

    private func titles(_ bundle: Registry.Description) -> String? {
        bundle.titles?.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    private func election(_ bundle: Registry.Description) -> String {
        bundle.election.rawValue + (bundle.decision.isEmpty ? "" : " (\(bundle.decision))")
    }
}
