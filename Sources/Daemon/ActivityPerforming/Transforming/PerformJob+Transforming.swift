// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension PerformJob.Purpose {
    /// Converts content, as a step of a Prepare.
    static let transform = Self(
        changesContent: true, supervision: "--whole",
        outputBytes: { OutputPipe.maximumBytes + 2 * $0.textBytes },
        sandboxOptions: ClosedSandbox.sandboxOptions)
}

extension PerformJob {
    /// Default time limit of a transform, and that of a Prepare's inspector, in microseconds: the client may
    /// have left.
    static let transformTimeUSec = 3_600_000_000

    /// Adds the folder for the transform's output, and a time limit if there is none.
    ///
    /// - Parameter folder: the real path of an empty folder.
    func transforming(into folder: String) -> PerformJob {
        var job = self
        (job.outputFolder, job.activationToken, job.kept) = (folder, nil, nil)
        job.options.timeoutUSec = options.timeoutUSec ?? Self.transformTimeUSec
        return job
    }

    /// Bytes of the input's texts and URIs; each may double in the printed output, by escapes.
    fileprivate var textBytes: Int {
        let texts = [caption, subject] + (keepsTexts ? items.map(\.representation.text) : [])
        return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + items.reduce(0) { $0 + ($1.uri?.utf8.count ?? 0) }
    }
}
