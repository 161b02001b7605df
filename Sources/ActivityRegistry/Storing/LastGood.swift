// SPDX-License-Identifier: Apache-2.0
//
// What a policy file said before it broke. A typing error in the admin's elections must not unlock what they lock:
// as a bundle's last good version serves on, so does a file's. It is kept over restarts, since an idle daemon ends
// and the next one starts with the broken file.

package import Host
import StrictJSON

/// The last version that could be used of each of a few files, by path.
package final class LastGood {
    private let path: String
    private let audience: StateFile.Audience
    private var versions: Versions
    /// What another scope keeps, for a person who has none yet.
    private var others: Versions
    private var isChanged = false
    /// What they hold now.
    let files: StateFileCache

    /// - Parameters:
    ///   - folder: the scope's state folder.
    ///   - isPersons: whether it is a person's, which other users cannot read.
    ///   - system: the system scope's state folder, whose versions count where the scope has none of its own.
    package convenience init(folder: String, isPersons: Bool, system: String? = nil) {
        self.init(folder: folder, isPersons: isPersons, system: system, files: StateFileCache())
    }

    init(folder: String, isPersons: Bool, system: String? = nil, files: StateFileCache) {
        self.files = files
        audience = isPersons ? .owner : .everybody
        path = folder + Self.name
        versions = Self.read(path)
        others = system.map { Self.read($0 + Self.name) } ?? [:]
    }

    private static let name = "/last-good.json"

    /// By the files' paths.
    private typealias Versions = [ExactText: JSON]

    private static func read(_ path: String) -> Versions {
        let bytes = try? AtomicFile.read(path, limit: StateFile.maximumBytes)
        guard let bytes, case .object(let object)? = try? JSON(parsing: bytes) else { return [:] }
        return Dictionary(object.members.map { (ExactText($0.name), $0.value) }) { $1 }
    }

    /// Of a file that cannot be used, what it held last; nil where it never could be used, or can be now: then that
    /// is kept.
    ///
    /// - Parameter isWhole: whether every part of an object is used.
    func version(of file: StateFile, _ content: StateFile.Content, isWhole: Bool = true) -> JSON.Object? {
        switch content {
        case .absent: keep(nil, of: file)
        case .object(let object) where isWhole: keep(object, of: file)
        case .object, .corrupt, .unreadable:
            let version = versions[ExactText(file.path)] ?? others[ExactText(file.path)]
            if case .object(let object)? = version { return object }
        }
        return nil
    }

    /// Has a version of a file count as its last good one.
    func keep(_ object: JSON.Object?, of file: StateFile) {
        let version = object.map { JSON.object($0) }
        if version == nil { others[ExactText(file.path)] = nil }
        guard versions[ExactText(file.path)] != version else { return }
        versions[ExactText(file.path)] = version
        isChanged = true
    }

    /// The names of the files in `folder` that have a version.
    func names(in folder: String) -> [String] {
        let beginning = (folder + "/").utf8
        return Set(versions.keys).union(others.keys).map(\.text)
            .filter { $0.utf8.starts(with: beginning) }.map { Folder.split($0).name }.sorted()
    }

    /// Forgets the files in `folders` but for `paths`: the others have been taken away.
    func forget(in folders: [String], but paths: [String]) {
        let (folders, kept) = (Set(folders.map { ExactText($0) }), Set(paths.map { ExactText($0) }))
        func isGone(_ path: ExactText) -> Bool {
            folders.contains(ExactText(Folder.split(path.text).folder)) && !kept.contains(path)
        }
        let count = versions.count
        versions = versions.filter { !isGone($0.key) }
        others = others.filter { !isGone($0.key) }
        isChanged = isChanged || versions.count != count
    }

    /// For the journal and `Status`.
    static func notice(_ file: StateFile) -> String {
        "\(file.path): its previous contents stay in force until it is corrected."
    }

    private var document: JSON.Object {
        JSON.Object(versions.map { ($0.text, $1) }.sorted { $0.0 < $1.0 })
    }

    /// Writes them down where one is new.
    ///
    /// - Throws: where they cannot be written, or another daemon writes in the same folder; the next call tries again.
    package func save() throws(StorageError) {
        guard isChanged else { return }
        try FolderLock.holdIfFree(Folder.split(path).folder, mode: audience.folderMode) {
            () throws(StorageError) in
            try AtomicFile.write(
                JSON.object(document).serialized, to: path, mode: audience.fileMode,
                folderMode: audience.folderMode)
        }
        isChanged = false
    }
}
