// SPDX-License-Identifier: Apache-2.0

import Host
import StrictJSON

/// Titles under which custom activities have been served, kept over restarts: a later version of the system's
/// activities may want one of them, and then warns instead of taking the custom activity away.
final class EstablishedTitles {
    /// Titles keyed by identifier; empty at first if no file was stored.
    private(set) var titles: [String: String] = [:]
    /// Members that a newer version wrote; they are preserved.
    private var others = JSON.Object()
    private let file: StateFile
    private var isChanged = false

    init(folder: String, audience: StateFile.Audience) {
        file = StateFile(path: folder + "/established-titles.json", audience: audience)
        for (name, value) in file.object.members {
            if case .string(let title) = value { titles[name] = title } else { others.set(name, value) }
        }
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
        let known = titles.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
        try file.replaceIfFree(JSON.Object(others.members + known))
        isChanged = false
    }
}
