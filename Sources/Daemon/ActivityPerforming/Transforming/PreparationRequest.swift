// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A client's request for changed copies of some content.
package struct PreparationRequest: Sendable {
    /// A transform that was chosen.
    package struct Step: Sendable {
        let bundle: Bundle
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
        let bytes: [UInt8]
        /// Stamps of the transforms' folders.
        let bundles: [Int]
    }

    let key: Key
    let content: Content
    package let steps: [Step]
    let locale: String?
    let elections: Elections
    let types: ContentTypeDatabase
    /// The paths of the steps' programs.
    package var programs: [String] = []

    /// - Parameter key: the bytes of the request, which tell it from another.
    package init(
        _ content: Content, _ steps: [Step], locale: String?, elections: Elections,
        types: ContentTypeDatabase, key: [UInt8]
    ) {
        (self.content, self.steps, self.locale) = (content, steps, locale)
        (self.elections, self.types) = (elections, types)
        // One that has just changed has no stamp yet.
        self.key = Key(
            bytes: key, bundles: steps.map { $0.bundle.record.stamp ?? $0.bundle.record.changed })
    }

    /// Checks that a step's transform takes something of the content, and the step's answers.
    package func check(_ step: Int) throws(PerformRefusal) { _ = try job(step, of: content) }

    /// The job of one step that comes when the steps before it have been made.
    func step(_ step: Int, of content: Content) throws(TransformFault) -> PerformJob {
        do { return try job(step, of: content) } catch { throw TransformFault(error) }
    }

    /// The job of one step.
    ///
    /// - Parameter content: as the steps before it have left it.
    private func job(_ step: Int, of content: Content) throws(PerformRefusal) -> PerformJob {
        let request = PerformRequest(
            content: content, answers: steps[step].answers, locale: locale, activationToken: nil,
            isTrial: false)
        return try PerformJob(
            request, of: steps[step].bundle, elections: elections, types: types, as: .transform)
    }
}
