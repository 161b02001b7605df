// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A form that a client has requested, after all checks that need only the request and the registry: its
/// fields, and the jobs that print the options of live fields.
package struct FormInquiry: Sendable {
    /// Time limit for the programs of one form together, in microseconds.
    static let timeout = 2_000_000

    package private(set) var form: [FormField]
    /// The live fields, each with the job that prints its options, in the form's order.
    let questions: [(field: FormField, job: PerformJob)]
    package let bundlePath: String
    /// Whether the form starts with remembered answers.
    package let remembers: Bool

    /// Checks match and content, as for a perform.
    package init(
        _ request: PerformRequest, of bundle: Bundle, elections: Elections, types: ContentTypeDatabase
    ) throws(PerformRefusal) {
        let job = try PerformJob(unanswered: request, of: bundle, elections, types)
        form = bundle.manifest.form
        questions = form.compactMap { field in
            field.optionsExec.map { (field, job.printingOptions(by: $0)) }
        }
        bundlePath = bundle.path
        remembers = !request.isTrial && form.contains(where: \.remembers)
    }

    /// Presets the fields with answers, keyed by field ID.
    package mutating func begin(with answers: [String: String]) {
        form = form.map { $0.beginning(with: answers[$0.id]) }
    }

    /// The program of each live field, as named in the manifest.
    package var programs: [(field: String, name: String)] {
        questions.map { ($0.field.id, $0.job.programName) }
    }
}
