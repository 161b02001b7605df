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

    func run() throws {
        let parameters = JSON.Object([("files", try BundleUpload(folder: bundle).files.json)])
        let daemon = try DaemonClient(options)
        let reply = try daemon.call(Interfaces.registry + ".Register", parameters)
        let diagnostics: [Diagnostic] = try DaemonClient.list(reply, "diagnostics")
        let paint = Paint()
        Output.lines(diagnostics.map { DiagnosticLine($0).placed(paint) })
        guard case .string(let identifier)? = reply.value("identifier") else { return }
        Output.line("\(daemon.scopeName()): \(printable(identifier)) is registered. \(generation(reply))")
    }
}
