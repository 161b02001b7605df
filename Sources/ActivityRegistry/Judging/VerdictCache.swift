// SPDX-License-Identifier: Apache-2.0
//
// Verdicts on icons and on titles, filed by content.
//
// The key is a digest over the names and bytes that the judge sees and over the judge's version, so a verdict
// can be old but never wrong: a changed icon, and a changed judge, have another key. Deleting the file costs
// time and nothing else. Accordingly the file is taken only if all of it is right, and otherwise counts as
// empty: a file of another version, one that another user may have written, one over the limit, or half of
// one.
//
// Verdicts on titles are filed beside those on icons, because judging a bundle's titles costs more than
// reading it.
//
// What holds for an icon that could not be read is kept in memory alone. The helper says the same of a broken
// picture and of one that it had no time for, and the second must not be believed for ever.

package import ActivityDrawing
package import ActivityModel
package import Host
import StrictJSON

/// The verdicts that are known without asking.
package final class VerdictCache {
    /// 64 MiB: two on each of a hundred thousand bundles, some with three warnings.
    static let maximumBytes = 64 << 20
    /// Four on each of a hundred thousand bundles. With more, the cache forgets them all, and icons are judged again.
    static let maximumVerdicts = 400_000
    /// Unreadable pictures are few; more than this is abuse.
    private static let maximumFleeting = 1_000
    static let fileVersion = 1
    package static let fileName = "verdicts.json"

    private let path: String?
    private let shipped: [Digest: [Diagnostic]]
    private var verdicts: [Digest: [Diagnostic]]
    private var fleeting: [Digest: [Diagnostic]] = [:]
    private var isChanged = false

    /// - Parameters:
    ///   - folder: where the cache is kept; nil keeps it in memory alone.
    ///   - shippedFolder: the system bundles', whose verdicts come with them.
    ///   - trust: who may have written either; nil believes everybody.
    package init(folder: String?, shippedFolder: String? = nil, trust: Trust? = nil) {
        path = folder.map { $0 + "/" + Self.fileName }
        shipped = shippedFolder.flatMap { VerdictFile($0 + "/" + Self.fileName, trust) }?.verdicts ?? [:]
        verdicts = path.flatMap { VerdictFile($0, trust) }?.verdicts ?? [:]
    }

    /// The verdict filed under a key; nil where there is none.
    package func verdict(for key: Digest) -> IconVerdict? {
        (shipped[key] ?? verdicts[key] ?? fleeting[key]).map { IconVerdict($0) }
    }

    /// All that last, as they are now.
    var lasting: LastingVerdicts { LastingVerdicts(shipped: shipped, own: verdicts) }

    /// Files a verdict; one that does not last is passed over.
    package func file(_ verdict: IconVerdict, for key: Digest) {
        guard verdict.isLasting else { return }
        if verdict.diagnostics.contains(where: { $0.rule == .iconUnreadable }) {
            if fleeting.count >= Self.maximumFleeting { fleeting.removeAll() }
            fleeting[key] = verdict.diagnostics
        } else {
            keep(verdict.diagnostics, for: key)
        }
    }

    /// Files verdicts on titles: those that were looked up, and those that were made.
    func file(titles: [Digest: [Diagnostic]]) {
        for (key, found) in titles { keep(found, for: key) }
    }

    private func keep(_ found: [Diagnostic], for key: Digest) {
        guard shipped[key] == nil, verdicts[key] != found else { return }
        verdicts[key] = found
        isChanged = true
    }

    /// Writes the cache where it has changed.
    ///
    /// - Throws: where it cannot be written, or another daemon writes it; it stays as it was, and the next call tries
    ///   again.
    package func save() throws(StorageError) {
        guard isChanged, let path else { return }
        if verdicts.count > Self.maximumVerdicts { verdicts = [:] }
        try FolderLock.holdIfFree(Folder.split(path).folder, mode: 0o700) { () throws(StorageError) in
            try VerdictFile(verdicts).write(to: path, mode: 0o600, folderMode: 0o700)
        }
        isChanged = false
    }
}

/// Verdicts to be looked up in while more are made.
struct LastingVerdicts: Sendable {
    fileprivate let shipped: [Digest: [Diagnostic]]
    fileprivate let own: [Digest: [Diagnostic]]

    static let none = LastingVerdicts(shipped: [:], own: [:])

    subscript(key: Digest) -> [Diagnostic]? { shipped[key] ?? own[key] }
}
