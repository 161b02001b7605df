// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

package struct PreparationRequest: Sendable {
    package struct Step: Sendable {
        package let bundle: Bundle
        let answers: [String: String]

        /// - Parameter answers: answers keyed by field ID; missing ones become the fields' defaults.
        package init(_ bundle: Bundle, answers: [String: String]) {
            self.bundle = bundle
            self.answers = bundle.manifest.form.reduce(into: answers) { answers, field in
                if answers[field.id] == nil { answers[field.id] = field.defaultAnswer }
            }
        }

        /// The program as named in the manifest.
        package var programName: String {
            if case .exec(let arguments) = bundle.manifest.perform { arguments.first ?? "" } else { "" }
        }
        package var bundlePath: String { bundle.path }
    }

    struct Key: Hashable {
        let digest: Digest
        /// Stamps of the folders of the transforms and the inspector.
        let bundles: [Int]
    }

    let key: Key
    let content: Content
    let caption: String?
    let subject: String?
    package let steps: [Step]
    /// The inspector of the result; nil if none is suitable.
    package let inspector: Bundle?
    /// The path of the inspector's program; nil if it cannot be run.
    package var inspectorProgram: String?
    let locale: String?
    let elections: Elections
    let types: ContentTypeDatabase
    /// Paths of the steps' programs, in order.
    package var programs: [String] = []

    /// - Parameter key: the bytes of the client's request; their digest identifies equal requests.
    package init(
        _ content: Content, caption: String?, subject: String?, _ steps: [Step], inspector: Bundle?,
        locale: String?, elections: Elections, types: ContentTypeDatabase, key: [UInt8]
    ) {
        (self.content, self.caption, self.subject) = (content, caption, subject)
        (self.steps, self.inspector, self.locale) = (steps, inspector, locale)
        (self.elections, self.types) = (elections, types)
        // A bundle that has just changed has no stamp yet.
        let bundles = steps.map(\.bundle) + (inspector.map { [$0] } ?? [])
        self.key = Key(
            digest: Digest(SHA256.digest(of: key)),
            bundles: bundles.map { $0.record.stamp ?? $0.record.changed })
    }

    /// The content before the first step.
    var given: WorkingContent { WorkingContent(content, caption: caption, subject: subject) }

    /// Checks that a step's transform accepts some of the content or changes its texts, and checks the
    /// answers.
    package func check(_ step: Int) throws(PerformRefusal) { _ = try job(step, of: given) }

    /// Creates the job of a step after the preceding ones; nil if the transform accepts nothing of their
    /// output.
    func step(_ step: Int, of content: WorkingContent) throws(TransformFault) -> PerformJob? {
        do {
            return try job(step, of: content)
        } catch {
            if case .notApplicable(let code, _) = error, code.isAboutContent { return nil }
            throw TransformFault(error)
        }
    }

    /// Creates the job of a step.
    ///
    /// - Parameter given: the content after the preceding steps.
    private func job(_ step: Int, of given: WorkingContent) throws(PerformRefusal) -> PerformJob {
        let request = PerformRequest(
            content: given.content, caption: given.caption, subject: given.subject,
            answers: steps[step].answers, locale: locale, activationToken: nil, isTrial: false)
        return try PerformJob(
            request, of: steps[step].bundle, elections: elections, types: types, as: .transform)
    }
}
