// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct Elect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decide whether an activity is listed.",
        discussion: """
            use      list it, whatever the administrator's default is
            ignore   hide it
            default  take your decision back

            Examples:
              activityctl elect org.example.resize ignore
              sudo activityctl elect io.activityd.print ignore --lock
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The activity.", valueName: "id")) var identifier: String

    @Argument(help: "use, ignore or default.") var election: Election

    @Flag(help: "Keep people from overriding it (system scope).") var lock = false

    @OptionGroup var trial: TrialOption

    func run() throws {
        let daemon = try DaemonClient(options)
        let change = try daemon.change(
            ".Elect",
            Registry.ElectRequest(
                identifier: identifier, election: election, lock: lock ? true : nil, check: trial.parameter))
        try trial.report(daemon.scopeName(), sentence, of: identifier, change)
    }

    private var sentence: String {
        let name = printable(identifier)
        return switch election {
        case .use: "\(name) is used\(lock ? ", and that is locked" : "")."
        case .ignore: "\(name) is ignored\(lock ? ", and that is locked" : "")."
        case .default: "the decision about \(name) is taken back."
        }
    }
}

extension Election: ExpressibleByArgument {}
