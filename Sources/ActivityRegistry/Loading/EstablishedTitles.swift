// SPDX-License-Identifier: Apache-2.0

import Host
import StrictJSON

/// Titles under which custom activities have been served, kept over restarts: a later version of the system's
/// activities may want one of them, and then warns instead of taking somebody's activity away.
struct EstablishedTitles {
    private let path: String
    private let audience: StateFile.Audience
    private static let maximumBytes = 16 << 20

    init(folder: String, audience: StateFile.Audience) {
        path = folder + "/established-titles.json"
        self.audience = audience
    }

    /// Empty where nothing was kept.
    func load() -> [String: String] {
        guard let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes),
            let json = try? JSON(parsing: bytes)
        else { return [:] }
        return (try? [String: String](json: json)) ?? [:]
    }

    /// - Throws: where they cannot be written, or another daemon writes in the same folder.
    func save(_ titles: [String: String]) throws(StorageError) {
        try FolderLock.holdIfFree(Folder.split(path).folder, mode: audience.folderMode) {
            () throws(StorageError) in
            try AtomicFile.write(
                titles.json.serialized, to: path, mode: audience.fileMode,
                folderMode: audience.folderMode)
        }
    }
}
