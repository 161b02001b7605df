// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import Host
import StrictJSON

/// The activities that stand in the sheet's first row too, as the person starred them, or as the admin did for people who
/// have no stars of their own: `{"starred": ["org.example.resize"]}`.
///
/// The admin's are a setting. What `Star` in the system scope wrote takes its place.
package struct StarStore {
    private let system: IdentifierFile
    private let person: IdentifierFile?
    private let lastGood: LastGood

    static let key = "starred"

    /// Uses the files of a search path, each named `starred.json`; the system scope has no person's.
    package init(_ path: SearchPath, lastGood: LastGood) {
        let own = path.stateFolders.first ?? ""
        func file(_ folder: String, _ audience: StateFile.Audience) -> IdentifierFile {
            IdentifierFile(file: StateFile(path: folder + "/starred.json", audience: audience), key: Self.key)
        }
        system = file(path.stateFolders.last ?? own, .everybody)
        person = path.scope == .user ? file(own, .owner) : nil
        self.lastGood = lastGood
    }

    /// The files that `load` reads, for the watcher.
    package var paths: [String] { [system.path] + (person.map { [$0.path] } ?? []) }

    /// The scope's own file, which `replace` writes.
    private var own: IdentifierFile { person ?? system }
    var folder: String { own.folder }
    var audience: StateFile.Audience { own.audience }

    /// The stars in force, and a sentence for each file or entry that could not be used.
    ///
    /// - Parameters:
    ///   - setting: the admin's.
    ///   - report: is told of what the system scope's file says.
    ///   - note: called with the path of each file before it is read.
    package func load(
        under setting: [String], report: inout PolicyReport, note: (String) -> Void = { _ in }
    ) -> (starred: [String], problems: [String]) {
        var problems: [String] = []
        func read(_ file: IdentifierFile) -> [String] {
            note(file.path)
            return file.identifiers(lastGood.files, &problems) ?? []
        }
        let written = read(system)
        if !written.isEmpty {
            report.add(
                PolicyEntry(kind: .configuration, key: Self.key, value: written.json, path: system.path))
        }
        let own = person.map(read) ?? []
        return ([own, written, setting].first { !$0.isEmpty } ?? [], problems)
    }

    /// The list in the scope's own file; empty where it has none.
    func ownStars() -> [String] {
        var unused: [String] = []
        return own.identifiers(lastGood.files, &unused) ?? []
    }

    /// Replaces all stars in the scope's own file, durably; an empty list takes the file away.
    ///
    /// - Parameter confirm: called when that is done; where it throws, the former ones come back.
    package func replace(
        _ identifiers: [String], confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        try own.replace(identifiers, confirm: confirm)
    }
}
