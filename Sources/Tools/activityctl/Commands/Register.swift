// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct Register: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Install a bundle, or replace it.",
        discussion: """
            With --link the bundle stays where it lies, and each change that you save there is served: to \
            work on it. "activityctl unregister" then removes the link and leaves the bundle.

            Example:
              activityctl register org.example.resize.activity
            """)

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Link to the bundle instead of copying it; for yourself only.") var link = false

    @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
    var bundle: String

    @OptionGroup var trial: TrialOption

    func run() throws {
        let (method, request) = try link ? linking : copying
        let daemon = try DaemonClient(options)
        let former = link ? try linkedFolder(daemon) : nil
        let reply = try Registry.Registered(daemon.call(Interfaces.registry + method, request))
        let paint = Paint()
        let remarks = ProgramCheck(BundleArgument.manifest(in: bundle), in: bundle).remarks
        Output.lines(
            (reply.diagnostics + remarks.filter { $0.rule == .programMissing }).map { $0.line(paint) })
        let instead = former.map { ", instead of \(printable($0))" } ?? ""
        let done = link ? "is linked to" + instead : "is registered"
        try trial.report(
            daemon.scopeName(), "\(printable(reply.identifier)) \(done).", of: reply.identifier,
            Registry.Change(generation: reply.generation, changed: reply.changed))
    }

    /// The current target of this identifier's link; nil if there is none, if it is this bundle, or if
    /// Describe fails.
    private func linkedFolder(_ daemon: DaemonClient) throws -> String? {
        let folder = try BundleArgument.absolute(bundle)
        let identifier = BundleArgument.manifest(in: folder).identifier
        guard !identifier.isEmpty else { return nil }
        // Register itself reports faults of the bundle.
        guard let reply = try? daemon.describe(identifier) else { return nil }
        let bundles = try Registry.DescribeReply(reply).activities
        return bundles.first { $0.link != nil && $0.path != folder }?.path
    }

    private var copying: (method: String, request: JSON.Object) {
        get throws {
            let files = try BundleUpload(folder: bundle).files
            return (".Register", Registry.RegisterRequest(files: files, check: trial.parameter).object)
        }
    }

    private var linking: (method: String, request: JSON.Object) {
        get throws {
            let folder = try BundleArgument.absolute(bundle)
            let request = Registry.RegisterLinkRequest(folder: folder, check: trial.parameter)
            return (".RegisterLink", request.object)
        }
    }
}
