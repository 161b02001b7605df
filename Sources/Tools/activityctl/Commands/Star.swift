// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct Star: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have activities stand in the sheet's first row too, or show those that do.",
        discussion: """
            It replaces all your stars. A sheet's first row shows the first four starred activities that \
            take what is shared; the list itself stays as it is. Without identifiers the starred activities \
            are listed.

            Example:
              activityctl star io.activityd.copy org.example.resize
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var language: LocaleOption

    @Argument(help: ArgumentHelp("The activities to star.", valueName: "id"))
    var identifiers: [String] = []

    @Flag(help: "Take all your stars away. The administrator's, if there are any, count again.") var none =
        false

    @OptionGroup var trial: TrialOption

    func validate() throws {
        if none, !identifiers.isEmpty { throw ValidationError("--none takes no activities.") }
        if trial.check, !none, identifiers.isEmpty {
            throw ValidationError("--check takes activities, or --none.")
        }
    }

    func run() throws {
        let daemon = try DaemonClient(options)
        guard none || !identifiers.isEmpty else { return try show(daemon) }
        let change = try daemon.change(
            ".Star", Registry.StarRequest(identifiers: identifiers, check: trial.parameter))
        let sentence = none ? "the stars are taken away." : "\(identifiers.count) starred."
        try trial.report(daemon.scopeName(), sentence, of: "the stars", change)
    }

    private func show(_ daemon: DaemonClient) throws {
        let bundles = try Registry.DescribeReply(daemon.describe()).activities
        let starred = bundles.filter { $0.starred == true && $0.rank != nil }
        guard !starred.isEmpty else { return Output.line("\(daemon.scopeName()): no activity is starred.") }
        var table = Table(["TITLE", "IDENTIFIER", "STATE"])
        for bundle in starred.sorted(by: { $0.rank ?? 0 < $1.rank ?? 0 }) {
            let title = language.tag?.lookup(in: bundle.titles ?? [:]) ?? bundle.title ?? ""
            table.add([titleLine(title), bundle.identifier, bundle.state.rawValue])
        }
        table.print()
    }
}
