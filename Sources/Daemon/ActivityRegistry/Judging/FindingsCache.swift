// SPDX-License-Identifier: Apache-2.0
//
// Findings on icons and titles, cached by content.
//
// The key is a digest over the names and bytes that the judge sees and over the judge's version, so findings
// can be old but never wrong: a changed icon or a changed judge has another key. Deleting the file costs only
// time. So the file is used only if all of it is valid, and otherwise counts as empty: if it has another
// version, is truncated or over the limit, or if another user may have written it.
//
// Findings on titles are cached too, because judging a bundle's titles costs more than reading it.
//
// Findings on an unreadable icon stay in memory. activity-draw reports a broken picture and a timeout alike,
// and a timeout must not be believed for ever.

package import ActivityDrawing
package import ActivityModel
package import Host
import StrictJSON

/// Findings that need no new judgement.
package final class FindingsCache {
    /// 8 MiB: two findings for each of 10,000 bundles, some with three warnings.
    static let maximumBytes = 8 << 20
    /// Maximum findings on icons and titles, twice as many as 10,000 bundles have. Beyond it, findings that
    /// no bundle has used lately are dropped.
    private static let maximumCount = 40_000
    /// Unreadable pictures are few; more than this is abuse.
    private static let maximumInMemory = 1_000
    static let fileVersion = 1
    package static let fileName = "verdicts.json"

    static func file(in folder: String, _ audience: StateFile.Audience) -> StateFile {
        StateFile(path: folder + "/" + fileName, audience: audience, limit: maximumBytes)
    }

    private let file: StateFile?
    /// The findings that are stored on disk. As a value, a copy of it is a snapshot.
    private(set) var stored: StoredFindings
    private var inMemory: [Digest: [Diagnostic]] = [:]
    /// Keys that were found or filed since the start, or since there were last too many findings.
    private var used: Set<Digest> = []
    /// Keys that were in `used` before.
    private var former: Set<Digest> = []
    private let maximum: Int
    private var isChanged = false

    /// - Parameters:
    ///   - folder: folder of the cache file; nil caches in memory alone.
    ///   - shippedFolder: folder of the system's bundles, which contains their shipped findings.
    ///   - trust: accepted owners of both files; nil accepts every owner.
    ///   - maximum: most findings to keep.
    ///   - reportPath: called with each folder before it is read.
    package init(
        folder: String?, shippedFolder: String? = nil, trust: Trust? = nil, maximum: Int = maximumCount,
        reportPath: (String) -> Void = { _ in }
    ) {
        self.maximum = maximum
        file = folder.map { Self.file(in: $0, .owner) }
        let shippedFile = shippedFolder.map { Self.file(in: $0, .everybody) }
        func read(_ file: StateFile?) -> [Digest: [Diagnostic]] {
            guard let file else { return [:] }
            reportPath(file.path)
            return [Digest: [Diagnostic]](file, trust) ?? [:]
        }
        stored = StoredFindings(shipped: read(shippedFile), own: read(file))
    }

    package func findings(for key: Digest) -> IconFindings? {
        if stored.own[key] != nil { used.insert(key) }
        return (stored[key] ?? inMemory[key]).map { IconFindings($0) }
    }

    /// Caches findings; failures, which say nothing about the icon, are ignored.
    package func file(_ found: IconFindings, for key: Digest) {
        guard found.isCacheable else { return }
        if found.diagnostics.contains(where: { $0.rule == .iconUnreadable }) {
            if inMemory.count >= Self.maximumInMemory { inMemory.removeAll() }
            inMemory[key] = found.diagnostics
        } else {
            insert(found.diagnostics, for: key)
        }
    }

    /// Caches findings on titles, whether looked up or new, at the end of a scan, which has looked up every
    /// bundle's icon.
    func file(titles: [Digest: [Diagnostic]]) {
        for (key, found) in titles { insert(found, for: key) }
        guard max(stored.own.count, used.count) > maximum else { return }
        dropUnused()
        (former, used) = (used, [])
    }

    private func dropUnused() {
        stored.own = stored.own.filter { used.contains($0.key) || former.contains($0.key) }
    }

    private func insert(_ found: [Diagnostic], for key: Digest) {
        if stored.own.count >= 2 * maximum { makeRoom() }
        used.insert(key)
        guard stored.shipped[key] == nil, stored.own[key] != found else { return }
        stored.own[key] = found
        isChanged = true
    }

    /// Drops findings between two scans: checking a bundle causes none.
    private func makeRoom() {
        former = []
        dropUnused()
        if stored.own.count >= 2 * maximum { (stored.own, used) = ([:], []) }
        (former, used) = (used, [])
    }

    /// Writes the cache if it has changed, without findings that no bundle has needed lately.
    ///
    /// - Throws: if the cache cannot be written, or another daemon is writing it. The file is then unchanged,
    ///   and the next call tries again.
    package func save() throws(StorageError) {
        guard isChanged, let file else { return }
        dropUnused()
        try file.replaceIfFree(stored.own.document)
        isChanged = false
    }
}

/// Cached findings as a value, for lookups while new ones are made.
struct StoredFindings: Sendable {
    fileprivate let shipped: [Digest: [Diagnostic]]
    fileprivate var own: [Digest: [Diagnostic]]

    static let none = StoredFindings(shipped: [:], own: [:])

    subscript(key: Digest) -> [Diagnostic]? { shipped[key] ?? own[key] }
}
