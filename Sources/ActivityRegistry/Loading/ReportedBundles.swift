// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// What was last reported of each bundle, kept in the cache: a daemon that was idle starts as often as a person shares
/// something, and what is wrong with a bundle is said once a change.
final class ReportedBundles {
    /// Digests of what was reported, by location.
    private var reported: [ExactText: Digest] = [:]
    private let path: String
    private var isChanged = false
    private static let maximumBytes = 32 << 20

    init(folder: String) {
        path = folder + "/reported.json"
        guard let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes),
            case .object(let kept)? = try? JSON(parsing: bytes)
        else { return }
        for (name, value) in kept.members { reported[ExactText(name)] = try? Digest(json: value) }
    }

    /// Those of which something else is to be said than before.
    func new(among faulty: [Bundle]) -> [Bundle] {
        let now = Dictionary(faulty.map { (ExactText($0.location), Self.digest($0)) }) { first, _ in first }
        let new = faulty.filter { reported[ExactText($0.location)] != now[ExactText($0.location)] }
        isChanged = isChanged || now != reported
        reported = now
        return new
    }

    private static func digest(_ bundle: Bundle) -> Digest {
        .sha256(bundle.diagnostics.json.serialized)
    }

    /// Writes the file where something else was reported.
    ///
    /// - Throws: where it cannot be written, or another daemon writes in the same folder; the next call tries again.
    func save() throws(StorageError) {
        guard isChanged else { return }
        let document = JSON.Object(reported.map { ($0.text, $1.json) }.sorted { $0.0 < $1.0 })
        try FolderLock.holdIfFree(Folder.split(path).folder, mode: 0o700) { () throws(StorageError) in
            try AtomicFile.write(JSON.object(document).serialized, to: path, mode: 0o600, folderMode: 0o700)
        }
        isChanged = false
    }
}
