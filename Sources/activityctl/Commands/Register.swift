// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

/// `activityctl register`
struct Register: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Install a bundle, or replace it.",
        discussion: """
            Example:
              activityctl register org.example.resize.activity
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
    var bundle: String

    @OptionGroup var trial: TrialOption

    func run() throws {
        let request = Registry.RegisterRequest(
            files: try BundleUpload(folder: bundle).files, check: trial.parameter)
        let daemon = try DaemonClient(options)
        let reply: Registry.RegisterReply = try DaemonClient.read(
            daemon.call(Interfaces.registry + ".Register", request.object))
        let paint = Paint()
        Output.lines(reply.diagnostics.map { DiagnosticLine($0).placed(paint) })
        try trial.report(
            daemon.scopeName(), "\(printable(reply.identifier)) is registered.", of: reply.identifier,
            Registry.Change(generation: reply.generation, changed: reply.changed))
    }
}
