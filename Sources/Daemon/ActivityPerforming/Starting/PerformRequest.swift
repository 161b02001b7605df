// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

package struct PerformRequest: Sendable {
    let content: Content
    /// Text about the content, by the person or the app.
    let caption: String?
    let subject: String?
    let answers: [String: String]
    /// The locale as the client spells it; it may be invalid.
    let locale: String?
    let activationToken: String?
    /// Folder for the formats of copied content, if the client owns the clipboard; otherwise nil.
    let clipboard: String?
    /// Whether the bundle's author tries it from outside the search path.
    let isTrial: Bool
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
