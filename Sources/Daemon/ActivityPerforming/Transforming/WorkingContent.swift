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
