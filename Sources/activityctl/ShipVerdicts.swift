// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry
import ArgumentParser

/// `activityctl ship-verdicts`, for whoever builds the package: `make icons` runs it.
struct ShipVerdicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Judge the system activities in a folder, and write the verdicts beside them.",
        shouldDisplay: false)

    @Argument(help: "The folder of the system activities.") var folder: String

    func run() throws {
        let helper = DrawingHelper(program: DrawingHelper.program(environment: [:]))
        let bundles: [Bundle]
        do { bundles = try ShippedVerdicts.write(in: folder, by: helper) } catch {
            throw Failure(error.description)
        }
        let faulty = bundles.filter { !$0.diagnostics.isEmpty }
        for bundle in faulty {
            for diagnostic in bundle.diagnostics {
                Output.line("\(bundle.identifier): \(diagnostic.message)")
            }
        }
        guard faulty.isEmpty else { throw Failure("System activities keep every rule. Mend these first.") }
        Output.line("\(bundles.count) verdicts are in \(folder).")
    }
}
