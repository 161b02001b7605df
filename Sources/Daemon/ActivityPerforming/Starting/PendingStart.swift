// SPDX-License-Identifier: Apache-2.0

/// A start until its program runs.
struct PendingStart {
    let job: PerformJob
    /// The path of its program.
    let program: String
    /// The client that asked for it.
    let client: any PerformClient
    let record: PerformRecord

    /// - Parameter copies: those that it acts on, by their tokens.
    init(_ job: PerformJob, program: String, on copies: Set<String>, for client: any PerformClient) {
        (self.job, self.program, self.client) = (job, program, client)
        var record = PerformRecord(job)
        record.copies = copies
        self.record = record
    }
}
