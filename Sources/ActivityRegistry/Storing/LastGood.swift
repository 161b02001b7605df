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
    private var versions: JSON.Object
    /// What another scope keeps, for a person who has none yet.
    private let others: JSON.Object
    private var isChanged = false

    /// - Parameters:
    ///   - folder: the scope's state folder.
    ///   - isPersons: whether it is a person's, which other users cannot read.
    ///   - system: the system scope's state folder, whose versions count where the scope has none of its own.
    package init(folder: String, isPersons: Bool, system: String? = nil) {
        audience = isPersons ? .owner : .everybody
        path = folder + Self.name
        versions = Self.read(path)
        others = system.map { Self.read($0 + Self.name) } ?? JSON.Object()
    }

    private static let name = "/last-good.json"

    private static func read(_ path: String) -> JSON.Object {
        let bytes = try? AtomicFile.read(path, limit: StateFile.maximumBytes)
        guard let bytes, case .object(let object)? = try? JSON(parsing: bytes) else { return JSON.Object() }
        return object
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
            let version = versions.value(file.path) ?? others.value(file.path)
            if case .object(let object)? = version { return object }
        }
        return nil
    }

    /// Has a version of a file count as its last good one.
    func keep(_ object: JSON.Object?, of file: StateFile) {
        let version = object.map { JSON.object($0) }
        guard versions.value(file.path) != version else { return }
        versions.set(file.path, version)
        isChanged = true
    }

    /// For the journal and `Status`.
    static func notice(_ file: StateFile) -> String {
        "\(file.path): its previous contents stay in force until it is corrected."
    }

    /// Writes them down where one is new.
    ///
    /// - Throws: where they cannot be written, or another daemon writes in the same folder; the next call tries again.
    package func save() throws(StorageError) {
        guard isChanged else { return }
        try FolderLock.holdIfFree(Folder.split(path).folder, mode: audience.folderMode) {
            () throws(StorageError) in
            try AtomicFile.write(
                JSON.object(versions).serialized, to: path, mode: audience.fileMode,
                folderMode: audience.folderMode)
        }
        isChanged = false
    }
}
