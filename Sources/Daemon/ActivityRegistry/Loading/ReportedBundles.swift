// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// The last report on each bundle, stored in the cache: the daemon may start each time a person shares
/// something, but should log a bundle's diagnostics only when they change.
final class ReportedBundles {
    /// Digests of the diagnostics last reported, keyed by location.
    private var reported: [ExactText: Digest] = [:]
    private let file: StateFile
    private var isChanged = false

    init(folder: String) {
        file = StateFile(path: folder + "/reported.json", audience: .owner)
        for (name, value) in file.object.members { reported[ExactText(name)] = try? Digest(json: value) }
    }

    /// Returns the bundles whose diagnostics differ from the last report, and marks all as reported.
    func new(among faulty: [Bundle]) -> [Bundle] {
        let now = Dictionary(
            faulty.map { (ExactText($0.location), Digest.sha256($0.diagnostics.json.serialized)) }
        ) { first, _ in first }
        let new = faulty.filter { reported[ExactText($0.location)] != now[ExactText($0.location)] }
        isChanged = isChanged || now != reported
        reported = now
        return new
    }

    /// Writes the file if the reports have changed.
    ///
    /// - Throws: if the file cannot be written, or another daemon is writing in the folder; the next call
    ///   tries again.
    func save() throws(StorageError) {
        guard isChanged else { return }
        try file.replaceIfFree(JSON.Object(reported.map { ($0.text, $1.json) }.sorted { $0.0 < $1.0 }))
        isChanged = false
    }
}
