// SPDX-License-Identifier: Apache-2.0

import Host
import StrictJSON

/// Titles under which custom activities have been served, kept over restarts: a later version of the system's
/// activities may want one of them, and then warns instead of taking the custom activity away.
final class EstablishedTitles {
    /// By identifier. Empty at first where no file was kept.
    private(set) var titles: [String: String] = [:]
    private let path: String
    private let audience: StateFile.Audience
    private var isChanged = false
    private static let maximumBytes = 16 << 20

    init(folder: String, audience: StateFile.Audience) {
        path = folder + "/established-titles.json"
        self.audience = audience
        guard let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes),
            let json = try? JSON(parsing: bytes), let kept = try? [String: String](json: json)
        else { return }
        titles = kept
    }

    /// Takes the titles of a load that is over.
    func take(_ established: [String: String]) {
        isChanged = isChanged || established != titles
        titles = established
    }

    /// Writes the file where the titles have changed.
    ///
    /// - Throws: where it cannot be written, or another daemon writes in the same folder; the next call tries again.
    func save() throws(StorageError) {
        guard isChanged else { return }
        try FolderLock.holdIfFree(Folder.split(path).folder, mode: audience.folderMode) {
            () throws(StorageError) in
            try AtomicFile.write(
                titles.json.serialized, to: path, mode: audience.fileMode,
                folderMode: audience.folderMode)
        }
        isChanged = false
    }
}
