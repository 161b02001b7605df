// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Content on its way through transforms, with what is said about it.
struct WorkingContent: Sendable {
    var content: Content
    var caption: String?
    var subject: String?

    init(_ content: Content, caption: String?, subject: String?) {
        (self.content, self.caption, self.subject) = (content, caption, subject)
    }
}

/// The result of a Prepare, and what is inside of it.
package struct PreparedContent: Hashable, Sendable {
    package let items: [Item]
    package let caption: String?
    package let subject: String?
    package let inspection: Inspection
}
