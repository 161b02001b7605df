// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

/// A client's request for changed copies of some content.
package struct PreparationRequest: Sendable {
    /// A transform that was chosen.
    package struct Step: Sendable {
        package let bundle: Bundle
        let answers: [String: String]

        /// - Parameter answers: those that are left out are as the form begins.
        package init(_ bundle: Bundle, answers: [String: String]) {
            self.bundle = bundle
            self.answers = bundle.manifest.form.reduce(into: answers) { answers, field in
                if answers[field.id] == nil { answers[field.id] = field.defaultAnswer }
            }
        }

        /// As the manifest names it.
        package var programName: String {
            if case .exec(let arguments) = bundle.manifest.perform { arguments.first ?? "" } else { "" }
        }
        package var bundlePath: String { bundle.path }
    }

    /// Equal for requests that ask for the same.
    struct Key: Hashable {
        let digest: Digest
        /// Stamps of the transforms' folders.
        let bundles: [Int]
    }

    let key: Key
    let content: Content
    let caption: String?
    let subject: String?
    package let steps: [Step]
    /// The bundle that looks into what is made; nil if none serves.
    package let inspector: Bundle?
    /// The path of its program; nil if it cannot be run.
    package var inspectorProgram: String?
    let locale: String?
    let elections: Elections
    let types: ContentTypeDatabase
    /// The paths of the steps' programs.
    package var programs: [String] = []

    /// - Parameter key: the bytes of the request, which tell it from another.
    package init(
        _ content: Content, caption: String?, subject: String?, _ steps: [Step], inspector: Bundle?,
        locale: String?, elections: Elections, types: ContentTypeDatabase, key: [UInt8]
    ) {
        (self.content, self.caption, self.subject) = (content, caption, subject)
        (self.steps, self.inspector, self.locale) = (steps, inspector, locale)
        (self.elections, self.types) = (elections, types)
        // One that has just changed has no stamp yet.
        let bundles = steps.map(\.bundle) + (inspector.map { [$0] } ?? [])
        self.key = Key(
            digest: Digest(SHA256.digest(of: key)),
            bundles: bundles.map { $0.record.stamp ?? $0.record.changed })
    }

    /// The content before the first step.
    var given: WorkingContent { WorkingContent(content, caption: caption, subject: subject) }

    /// Checks that a step's transform takes something of the content, and the step's answers.
    package func check(_ step: Int) throws(PerformRefusal) { _ = try job(step, of: given) }

    /// The job of one step that comes when the steps before it have been made; nil if these have left it nothing to change.
    func step(_ step: Int, of content: WorkingContent) throws(TransformFault) -> PerformJob? {
        do {
            return try job(step, of: content)
        } catch {
            if case .notApplicable(let code, _) = error, code.isAboutContent { return nil }
            throw TransformFault(error)
        }
    }

    /// The job of one step.
    ///
    /// - Parameter given: the content as the steps before it have left it.
    private func job(_ step: Int, of given: WorkingContent) throws(PerformRefusal) -> PerformJob {
        let request = PerformRequest(
            content: given.content, caption: given.caption, subject: given.subject,
            answers: steps[step].answers, locale: locale, activationToken: nil, isTrial: false)
        return try PerformJob(
            request, of: steps[step].bundle, elections: elections, types: types, as: .transform)
    }
}
