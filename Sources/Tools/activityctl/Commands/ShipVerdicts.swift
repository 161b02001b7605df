// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry
import ArgumentParser
import Host

/// `activityctl ship-verdicts`, for building the package: `make icons` runs it.
struct ShipVerdicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Judge the system activities in a folder, and write the verdicts beside them.",
        shouldDisplay: false)

    @Argument(help: "The folder of the system activities.") var folder: String

    func run() throws {
        let bundles: [Bundle]
        do {
            bundles = try ShippedFindings.write(in: folder, by: OfflineRegistry.drawing)
        } catch {
            throw Failure(printable(error.description))
        }
        guard !bundles.isEmpty else { throw Failure("There are no activities in \(printable(folder)).") }
        let paint = Paint()
        let faults = bundles.flatMap { bundle in
            bundle.diagnostics.map { "\(bundle.identifier): \($0.line(paint))" }
        }
        Output.lines(faults)
        guard faults.isEmpty else {
            throw Failure("System activities must keep every rule. Fix these first.")
        }
        Output.line("\(bundles.count) verdicts are in \(printable(folder)).")
    }
}
