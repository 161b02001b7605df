// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

extension PerformJob.Purpose {
    /// Creates bundles, within a generator's limits instead of a manifest's.
    fileprivate static func generator(_ confinement: Confinement) -> Self {
        Self(
            isInBackground: true, supervision: "--alone", outputBytes: { _ in Confinement.outputBytes },
            sandboxOptions: { job, program, settings, folder, reportPath throws(PerformRefusal) in
                try Sandbox(of: confinement, job, program, settings, in: folder, reportPath)
                    .options(reportPath)
            })
    }
}

extension PerformJob {
    package init(_ program: String, within confinement: Confinement) {
        identifier = Folder.split(program).name
        title = "Generator \(identifier)"
        bundlePath = Folder.split(program).folder
        isSystem = false
        method = .exec([program, confinement.folder.replacing("%", with: "%%")])
        options = PerformOptions()
        (options.network, options.writes, options.timeoutUSec) = (false, [], Confinement.timeUSec)
        (items, fields, locale, purpose) = ([], [], nil, .generator(confinement))
    }
}
