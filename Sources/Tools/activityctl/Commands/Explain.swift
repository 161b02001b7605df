// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import ContentSelection
import StrictJSON

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say why each activity is listed for a selection, or is not.",
        discussion: """
            Examples:
              activityctl explain photo.jpg
              activityctl explain photo.jpg --only org.example.resize
              activityctl explain photo.jpg --as org.example.PhotoKit
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var content: ContentArguments

    @Option(name: .customLong("as"), help: ArgumentHelp("Ask as this application would.", valueName: "app"))
    var application: String?

    @Option(help: ArgumentHelp("Explain this activity only.", valueName: "id")) var only: String?

    @OptionGroup var exclude: ExcludeOption

    @Flag(help: "Ask as if the request also listed the application's own.") var own = false

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let selection = try content.selection()
        let daemon = try DaemonClient(options)
        let request = Registry.ExplainRequest(
            content: selection.items, identifier: only, exclude: exclude.parameter,
            includeOwn: own ? true : nil,
            application: application)
        let reply = try request.reply(daemon)
        guard !json else { return Output.json(.object(reply)) }
        let verdicts = try Registry.ExplainReply(reply).verdicts
        selection.printHeading(daemon)
        let targets = targets(of: selection, daemon)
        for verdict in verdicts {
            let isTwice = verdicts.count { $0.identifier == verdict.identifier } > 1
            let own = targets?[verdict.identifier] ?? []
            verdict.print(selection, showsPath: isTwice, targets: own)
        }
        if verdicts.isEmpty { Output.lines(["", "There are no activities."]) }
        if targets?.isEmpty == true, let reason = daemon.reasonForNoTargets { Output.lines(["", reason]) }
    }

    /// Labels of the targets that the daemon already knows, keyed by identifier; nil if the call fails, as in
    /// the system scope.
    private func targets(of selection: Selection, _ daemon: DaemonClient) -> [String: [String]]? {
        let request = Sheet.TargetsRequest(content: selection.items, locale: LocaleOption.session)
        let reply = try? Sheet.TargetsReply(daemon.call(Interfaces.sheet + ".Targets", request.object))
        return reply.map { Dictionary(grouping: $0.targets, by: \.identifier).mapValues { $0.map(\.label) } }
    }
}
