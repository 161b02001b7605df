// SPDX-License-Identifier: Apache-2.0

import Host
import StrictJSON

/// Titles under which custom activities have been served, stored across restarts. If a later version of the
/// system's activities claims such a title, the custom activity gets a warning and is still served.
final class EstablishedTitles {
    /// Titles keyed by the activity's identifier; empty at first if no file was stored.
    private(set) var titles: [String: String] = [:]
    /// Members that a newer version wrote; saving preserves them.
    private var others = JSON.Object()
    private let file: StateFile
    private var isChanged = false

    init(folder: String, audience: StateFile.Audience) {
        file = StateFile(path: folder + "/established-titles.json", audience: audience)
        for (name, value) in file.object.members {
            if case .string(let title) = value { titles[name] = title } else { others.set(name, value) }
        }
    }

    /// Replaces the titles after a load is complete.
    func replace(_ established: [String: String]) {
        isChanged = isChanged || established != titles
        titles = established
    }

    /// - Throws: if the file cannot be written, or another daemon is writing in the folder; the next call
    ///   tries again.
    func save() throws(StorageError) {
        guard isChanged else { return }
        let known = titles.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
        try file.replaceIfFree(JSON.Object(others.members + known))
        isChanged = false
    }
}
