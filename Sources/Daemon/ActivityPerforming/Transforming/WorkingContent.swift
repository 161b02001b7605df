// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Content between two transforms.
struct WorkingContent: Sendable {
    var content: Content
    var caption: String?
    var subject: String?

    init(_ content: Content, caption: String?, subject: String?) {
        (self.content, self.caption, self.subject) = (content, caption, subject)
    }
}

/// The end of a Prepare.
package struct PreparationEnd: Hashable, Sendable {
    /// The content; nil if the Prepare failed.
    package let content: PreparedContent?
    /// Identifier of the transform that made the Prepare fail.
    package let option: String?
    /// Whether the Prepare failed for lack of room.
    package let noRoom: Bool
}

/// The result of a Prepare, with the inspector's findings.
package struct PreparedContent: Hashable, Sendable {
    package let items: [Item]
    package let caption: String?
    package let subject: String?
    package let inspection: Inspection

    /// Approximate bytes of memory of items and texts. Facts do not count: the maximum output of an inspector
    /// bounds them.
    var memory: Int {
        items.reduce([caption, subject].memory) { bytes, item in
            ([item.representation] + item.alternatives).reduce(bytes) { bytes, form in
                bytes + MemoryLayout<Representation>.size
                    + [form.type, form.uri, form.text, form.name].memory
            }
        }
    }
}

extension [String?] {
    fileprivate var memory: Int { reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}
