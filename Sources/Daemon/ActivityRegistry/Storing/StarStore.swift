// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// The activities that stand in the sheet's first row too, as the person starred them, or as the admin did for people who
/// have no stars of their own: `{"starred": ["org.example.resize"]}`.
///
/// The admin's are a setting. What `Star` in the system scope wrote takes its place. No file of stars is longer than one of
/// settings: those that are not read do not count.
struct StarStore {
    let files: ScopeFiles
    let path: SearchPath
    let lastGood: LastGood

    static let key = "starred"

    init(_ path: SearchPath, lastGood: LastGood) {
        files = ScopeFiles(path, key: Self.key, limit: PolicyLook.maximumBytes)
        (self.path, self.lastGood) = (path, lastGood)
    }

    /// The stars in force.
    ///
    /// - Parameter setting: the admin's.
    func load(under setting: [String], _ look: inout PolicyLook) -> [String] {
        let written = files.identifiers(in: files.system, &look)
        if !written.isEmpty {
            look.report.add(
                PolicyEntry(
                    kind: .configuration, key: Self.key, value: written.json, path: files.system.path))
        }
        let own = files.person.map { files.identifiers(in: $0, &look) } ?? []
        return [own, written, setting].first { !$0.isEmpty } ?? []
    }

    /// The list in the scope's own file; empty where it has none.
    func ownStars() -> [String] {
        var look = PolicyLook(path, lastGood)
        return files.identifiers(in: files.own, &look)
    }
}
