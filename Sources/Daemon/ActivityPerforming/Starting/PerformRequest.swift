// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

/// A client's request to perform an activity.
package struct PerformRequest: Sendable {
    let content: Content
    /// The person's or the app's words about the content.
    let caption: String?
    let subject: String?
    /// Answers keyed by the id of the form's field.
    let answers: [String: String]
    /// As the client wrote it.
    let locale: String?
    let activationToken: String?
    /// Folder for the formats of something that is copied, where the client owns the clipboard.
    let clipboard: String?
    /// Whether the bundle is tried from where it lies, which its author does.
    let isTrial: Bool
    /// Filled by the first of its programs.
    let mounts = KnownMounts()

    package init(
        content: Content, caption: String? = nil, subject: String? = nil, answers: [String: String],
        locale: String?, activationToken: String?, clipboard: String? = nil, isTrial: Bool
    ) {
        self.content = content
        (self.caption, self.subject) = (caption, subject)
        self.answers = answers
        self.locale = locale
        self.activationToken = activationToken
        self.clipboard = clipboard
        self.isTrial = isTrial
    }
}
