// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A transform that is asked what there is to change in some content.
package struct TransformQuestion: Sendable {
    package let bundle: Bundle
    let job: PerformJob
    /// The path of its program.
    let program: String

    /// Checks the match.
    package init(
        _ request: PerformRequest, of bundle: Bundle, program: String, elections: Elections,
        types: ContentTypeDatabase
    ) throws(PerformRefusal) {
        let job = try PerformJob(unanswered: request, of: bundle, elections, types, as: .transform)
        self.job = job.describing(by: bundle.manifest.transform?.describeExec ?? [])
        (self.bundle, self.program) = (bundle, program)
    }
}

/// An option of some content: a transform that has found something to change, or had no time to look.
package struct DescribedTransform: Sendable {
    package let bundle: Bundle
    /// One line on what it would change; nil if its program ran out of time.
    package let detail: String?
}
