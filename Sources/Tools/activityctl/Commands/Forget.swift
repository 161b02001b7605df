// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

/// `activityctl forget`
struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the answers that are kept for the next time, or forget an activity's.",
        discussion: """
            What an activity keeps, its manifest says ("remember"). It is never a password.

            Examples:
              activityctl forget                     what is kept
              activityctl forget org.example.inbox
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The activity whose answers are forgotten.", valueName: "id"))
    var identifier: String?

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        let ask = Registry.AnswersRequest(identifier: identifier)
        let reply = try daemon.call(Interfaces.registry + ".Answers", ask.object)
        let kept: [Registry.KeptAnswers] = try DaemonClient.list(reply, "activities")
        guard let identifier else { return json ? Output.json(.object(reply)) : show(kept) }
        _ = try daemon.call(
            Interfaces.registry + ".Forget", Registry.ForgetRequest(identifier: identifier).object)
        guard !json else { return Output.json(.object(reply)) }
        let name = printable(identifier)
        Output.line(kept.isEmpty ? "Nothing is kept for \(name)." : "The answers to \(name) are forgotten.")
    }

    private func show(_ kept: [Registry.KeptAnswers]) {
        guard !kept.isEmpty else { return Output.line("Nothing is kept.") }
        var table = Table(["IDENTIFIER", "FIELD", "ANSWER"])
        for activity in kept {
            for (field, answer) in activity.answers.sorted(by: { $0.key < $1.key }) {
                table.add([activity.identifier, field, answer])
            }
        }
        table.print()
    }
}
