// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the answers and targets that are kept, or forget an activity's.",
        discussion: """
            Answers are kept for the next time where an activity's manifest says so ("remember"), and never \
            a password. Targets are what you have shared to in one press.

            Examples:
              activityctl forget                     what is kept
              activityctl forget org.example.inbox
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The activity whose answers and targets are forgotten.", valueName: "id"))
    var identifier: String?

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        let ask = Registry.AnswersRequest(identifier: identifier)
        let reply = try daemon.call(Interfaces.registry + ".Answers", ask.object)
        let kept = try Registry.AnswersReply(reply).activities
        guard let identifier else { return json ? Output.json(.object(reply)) : show(kept) }
        _ = try daemon.call(
            Interfaces.registry + ".Forget", Registry.ForgetRequest(identifier: identifier).object)
        guard !json else { return Output.json(.object(reply)) }
        let name = printable(identifier)
        Output.line(kept.isEmpty ? "Nothing is kept for \(name)." : "What was kept for \(name) is forgotten.")
    }

    private func show(_ kept: [Registry.KeptAnswers]) {
        guard !kept.isEmpty else { return Output.line("Nothing is kept.") }
        var answers = Table(["IDENTIFIER", "FIELD", "ANSWER"])
        var targets = Table(["IDENTIFIER", "TARGET", "USES", "LAST"])
        for activity in kept {
            for (field, answer) in activity.answers.sorted(by: { $0.key < $1.key }) {
                answers.add([activity.identifier, field, answer])
            }
            for target in activity.targets ?? [] {
                let last = LocalTime.text(target.lastUSec)
                targets.add([activity.identifier, target.value, String(target.uses), last])
            }
        }
        let tables = [answers, targets].filter { !$0.isEmpty }
        for (index, table) in tables.enumerated() {
            if index > 0 { Output.line() }
            table.print()
        }
    }
}
