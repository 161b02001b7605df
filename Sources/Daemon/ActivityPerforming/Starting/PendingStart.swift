// SPDX-License-Identifier: Apache-2.0

/// A start until its program runs.
struct PendingStart {
    let job: PerformJob
    /// The path of its program.
    let program: String
    /// The client that asked for it.
    let client: any PerformClient
    var record: PerformRecord

    init(_ job: PerformJob, program: String, for client: any PerformClient) {
        (self.job, self.program, self.client) = (job, program, client)
        record = PerformRecord(job)
    }
}
