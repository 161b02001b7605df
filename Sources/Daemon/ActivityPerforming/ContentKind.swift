// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A coarse kind of shared content, as coarse as a person's habits: photos go to a phone, links to a friend.
package enum ContentKind: String, CaseIterable, Sendable {
    case image, audio, video, text, link, folder, file, mixed

    /// The kind that all items share, each judged by its first representation; `mixed` if they differ, or if
    /// there are no items.
    package init(_ content: ContentOutline) {
        let kinds = Set((0..<content.count).compactMap { content.properties($0).first?.type })
            .reduce(into: Set<ContentKind>()) { $0.insert(ContentKind(content.types[$1])) }
        self = kinds.count == 1 ? kinds.first ?? .file : .mixed
    }

    private init(_ type: ContentType) {
        if type.isLink {
            self = .link
        } else if type.isInode {
            self = .folder
        } else {
            let major = type.name.prefix { $0 != "/" }
            self = [.image, .audio, .video, .text].first { major == $0.rawValue } ?? .file
        }
    }
}
