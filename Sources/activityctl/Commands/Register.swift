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
        let request = Registry.FilesRequest(files: try BundleUpload(folder: bundle).files)
        let daemon = try DaemonClient(options)
        let reply: Registry.RegisterReply = try DaemonClient.read(
            daemon.call(Interfaces.registry + ".Register", request.object))
        let paint = Paint()
        Output.lines(reply.diagnostics.map { DiagnosticLine($0).placed(paint) })
        let name = printable(reply.identifier)
        Output.line("\(daemon.scopeName()): \(name) is registered. (generation \(reply.generation))")
    }
}
