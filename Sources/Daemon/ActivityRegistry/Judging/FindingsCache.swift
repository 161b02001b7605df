// SPDX-License-Identifier: Apache-2.0
//
// Findings on icons and on titles, filed by content.
//
// The key is a digest over the names and bytes that the judge sees and over the judge's version, so findings
// can be old but never wrong: a changed icon, and a changed judge, have another key. Deleting the file costs
// time and nothing else. Accordingly the file is taken only if all of it is right, and otherwise counts as
// empty: a file of another version, one that another user may have written, one over the limit, or half of
// one.
//
// Findings on titles are filed beside those on icons, because judging a bundle's titles costs more than
// reading it.
//
// What holds for an icon that could not be read is kept in memory alone. activity-draw says the same of a broken
// picture and of one that it had no time for, and the second must not be believed for ever.

package import ActivityDrawing
package import ActivityModel
package import Host
import StrictJSON

/// The findings that are known without asking.
package final class FindingsCache {
    /// 64 MiB: two on each of a hundred thousand bundles, some with three warnings.
    static let maximumBytes = 64 << 20
    /// Unreadable pictures are few; more than this is abuse.
    private static let maximumFleeting = 1_000
    static let fileVersion = 1
    package static let fileName = "verdicts.json"

    static func file(in folder: String, _ audience: StateFile.Audience) -> StateFile {
        StateFile(path: folder + "/" + fileName, audience: audience, limit: maximumBytes)
    }

    private let file: StateFile?
    /// The findings that are kept: a value, so that a copy stays as it was.
    private(set) var lasting: LastingFindings
    private var fleeting: [Digest: [Diagnostic]] = [:]
    /// Keys that were looked up or filed since the start.
    private var used: Set<Digest> = []
    private var isChanged = false

    /// - Parameters:
    ///   - folder: where the cache is kept; nil keeps it in memory alone.
    ///   - shippedFolder: the system bundles', whose findings come with them.
    ///   - trust: who may have written either; nil believes everybody.
    package init(folder: String?, shippedFolder: String? = nil, trust: Trust? = nil) {
        file = folder.map { Self.file(in: $0, .owner) }
        let shippedFile = shippedFolder.map { Self.file(in: $0, .everybody) }
        lasting = LastingFindings(
            shipped: shippedFile.flatMap { [Digest: [Diagnostic]]($0, trust) } ?? [:],
            own: file.flatMap { [Digest: [Diagnostic]]($0, trust) } ?? [:])
    }

    /// Findings filed under a key; nil if there are none.
    package func findings(for key: Digest) -> IconFindings? {
        used.insert(key)
        return (lasting[key] ?? fleeting[key]).map { IconFindings($0) }
    }

    /// Files findings; those that do not last are passed over.
    package func file(_ found: IconFindings, for key: Digest) {
        guard found.isLasting else { return }
        if found.diagnostics.contains(where: { $0.rule == .iconUnreadable }) {
            if fleeting.count >= Self.maximumFleeting { fleeting.removeAll() }
            fleeting[key] = found.diagnostics
        } else {
            keep(found.diagnostics, for: key)
        }
    }

    /// Files findings on titles: those that were looked up, and those that were made.
    func file(titles: [Digest: [Diagnostic]]) {
        for (key, found) in titles { keep(found, for: key) }
    }

    private func keep(_ found: [Diagnostic], for key: Digest) {
        used.insert(key)
        guard lasting.shipped[key] == nil, lasting.own[key] != found else { return }
        lasting.own[key] = found
        isChanged = true
    }

    /// Writes the cache where it has changed, without the findings that no bundle has needed since the start.
    ///
    /// - Throws: where it cannot be written, or another daemon writes it; it stays as it was, and the next call tries
    ///   again.
    package func save() throws(StorageError) {
        guard isChanged, let file else { return }
        lasting.own = lasting.own.filter { used.contains($0.key) }
        try file.replaceIfFree(lasting.own.document)
        isChanged = false
    }
}

/// Findings to be looked up in while more are made.
struct LastingFindings: Sendable {
    fileprivate let shipped: [Digest: [Diagnostic]]
    fileprivate var own: [Digest: [Diagnostic]]

    static let none = LastingFindings(shipped: [:], own: [:])

    subscript(key: Digest) -> [Diagnostic]? { shipped[key] ?? own[key] }
}
