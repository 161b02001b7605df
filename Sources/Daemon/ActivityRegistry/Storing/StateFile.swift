// SPDX-License-Identifier: Apache-2.0
//
// A file of the daemon's own state holds one JSON object. People edit such files, disks lose parts of them,
// and a newer version may have written entries that this one does not know. Three rules follow. A file that
// cannot be parsed counts as empty and is reported; it stops nothing. It is never overwritten: before the
// first write it is kept beside the new one under a name that ends in `.corrupt`. And unknown keys stay in
// the file when others change.
//
// A file that cannot be read for a passing reason (permission, an input/output error, too many open files) is
// not a corrupt one: its content is unknown, so nothing may replace it, and a write fails with that reason.

import CLinux
import Glibc
package import Host
package import StrictJSON

package struct StateFile: Sendable {
    /// Who may read the file.
    package enum Audience: Sendable {
        case everybody, owner

        var fileMode: mode_t { self == .everybody ? 0o644 : 0o600 }
        var folderMode: mode_t { self == .everybody ? 0o755 : 0o700 }
    }

    package enum Content {
        case absent
        case object(JSON.Object)
        case corrupt(reason: String)
        case unreadable(StorageError)
    }

    let path: String
    let audience: Audience
    /// Whether the daemon only reads the file. Such files, in /etc, are often links into a tree that other
    /// software manages, so links are followed.
    let isReadOnly: Bool
    let limit: Int

    /// Room for 10,000 elections of the longest identifiers.
    package static let maximumBytes = 4 << 20

    package init(path: String, audience: Audience, isReadOnly: Bool = false, limit: Int = maximumBytes) {
        (self.path, self.audience, self.isReadOnly, self.limit) = (path, audience, isReadOnly, limit)
    }

    var folder: String { Folder.split(path).folder }

    // MARK: Reading

    package func content() -> Content {
        do {
            let bytes = try AtomicFile.read(path, limit: limit, followingLinks: isReadOnly)
            if let bytes { return Self.parse(bytes) }
            return Absence.fault(at: path).map { .unreadable($0) } ?? .absent
        } catch .storage(let path, let operation, let code) {
            return .unreadable(.storage(path: path, operation: operation, errno: code))
        } catch {
            return .corrupt(reason: error.description)
        }
    }

    private static func parse(_ bytes: [UInt8]) -> Content {
        do {
            let json = try JSON(parsing: bytes)
            guard case .object(let object) = json else {
                return .corrupt(reason: "An object is expected at the top, not \(json.typeName).")
            }
            return .object(object)
        } catch {
            return .corrupt(reason: "It is not JSON: \(error)." + (error.remedy.map { " \($0)" } ?? ""))
        }
    }

    /// The object in the file; empty if the file is absent or unusable.
    package var object: JSON.Object { content().object ?? JSON.Object() }

    /// A sentence for the journal on the fault of `content`; nil if it has none.
    func problem(with content: Content) -> String? {
        switch content {
        case .absent, .object: nil
        case .unreadable(let error): error.description
        case .corrupt(let reason):
            "\(path) is not used: \(reason) Correct it"
                + (isReadOnly ? "." : "; otherwise the next change renames it to \(path).corrupt.")
        }
    }

    // MARK: Writing

    /// Runs `body` while no other daemon writes in the folder.
    ///
    /// - Throws: errors of `FolderLock.hold` and of `body`.
    package func hold<Answer>(
        within timeout: Int, _ body: () throws(StorageError) -> Answer
    ) throws(StorageError) -> Answer {
        try FolderLock.hold(folder, mode: audience.folderMode, within: timeout, body)
    }

    /// Maximum wait for another daemon's lock, in milliseconds, before a file about performed activities
    /// changes; performs wait for the disk thread meanwhile.
    package static let timeout = 500

    /// Replaces a file that no person edits, whatever its content.
    package func replace(_ object: JSON.Object) throws(StorageError) {
        try AtomicFile.write(
            JSON.object(object).serialized, to: path, mode: audience.fileMode, folderMode: audience.folderMode
        )
    }

    /// Replaces the file like `replace`, but throws `locked` if another daemon is writing in the folder.
    func replaceIfFree(_ object: JSON.Object) throws(StorageError) {
        try hold(within: 0) { () throws(StorageError) in try replace(object) }
    }

    /// Changes the file's object, and removes the file if the object becomes empty. Call it under the lock:
    /// another daemon of the same person may have written meanwhile. Unknown keys are preserved.
    package func change(_ body: (inout JSON.Object) -> Void) throws(StorageError) {
        let content = content()
        let former = content.object ?? JSON.Object()
        var object = former
        body(&object)
        guard object != former else { return }
        if object.members.isEmpty { try remove(content) } else { try write(object, over: content) }
    }

    /// Removes data from the file for good, and deletes the copies of corrupt versions.
    ///
    /// - Returns: whether anything was stored.
    /// - Throws: `corrupt` and `storage` for a file that may still hold the data.
    package func forget(
        where isKept: (JSON.Object) -> Bool, _ body: (inout JSON.Object) -> Void
    ) throws(StorageError) -> Bool {
        let content = content()
        if case .unreadable(let error) = content { throw error }
        if case .corrupt(let reason) = content { throw .corrupt(path: path, reason: reason) }
        let isAside = try removeKeptAside()
        guard let object = content.object, isKept(object) else { return isAside }
        try hold(within: Self.timeout) { () throws(StorageError) in try change(body) }
        return true
    }

    /// Replaces the file durably. If `content` is corrupt, the present file is first kept under another name;
    /// if `confirm` throws, the former file is restored.
    func write(
        _ object: JSON.Object, over content: Content, confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let bytes = Array((JSON.object(object).prettyPrinted + "\n").utf8)
        guard bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
        try keepAside(content)
        try AtomicFile.write(
            bytes, to: path, mode: audience.fileMode, folderMode: audience.folderMode, confirm: confirm)
    }

    func remove(
        _ content: Content, confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        try keepAside(content)
        try AtomicFile.remove(path, confirm: confirm)
    }

    /// Removes the copies of corrupt versions, which may hold entries of any activity.
    ///
    /// - Returns: whether there was any.
    private func removeKeptAside() throws(StorageError) -> Bool {
        let parent = Folder.split(path).folder
        guard let folder = try Folder.existing(parent) else { return false }
        let kept = try folder.entries().filter { !$0.isFolder && isKeptAside($0.name.text) }
        for (name, _) in kept { try AtomicFile.remove(parent + "/" + name.text) }
        return !kept.isEmpty
    }

    /// Whether `unusedName` generated this name; other files are left alone.
    private func isKeptAside(_ name: String) -> Bool {
        let start = Folder.split(path).name + ".corrupt"
        guard name.hasPrefix(start) else { return false }
        let number = name.dropFirst(start.count)
        return number.isEmpty || number.first == "-" && Int(number.dropFirst()) != nil
    }

    private func keepAside(_ content: Content) throws(StorageError) {
        if case .unreadable(let error) = content { throw error }
        guard case .corrupt = content else { return }
        let (parent, name) = Folder.split(path)
        let folder = try Folder(opening: parent)
        let kept = try folder.unusedName(for: name + ".corrupt")
        // A hard link, if the file system supports them, so that the file never disappears.
        if linkat(folder.descriptor, name, folder.descriptor, kept, 0) != 0 {
            try folder.rename(name, to: kept)
        }
        try folder.sync()
    }
}

extension StateFile.Content {
    package var object: JSON.Object? {
        if case .object(let object) = self { object } else { nil }
    }

    /// Whether another user, or a later attempt, might be able to read the file.
    var isPassing: Bool {
        if case .unreadable(let error) = self { error.isPassing } else { false }
    }
}

extension StorageError {
    /// Whether the error comes from the reader's rights or the device, rather than from the file itself.
    var isPassing: Bool {
        if case .storage(_, _, let code) = self {
            ![ENOTDIR, ELOOP, ENAMETOOLONG].contains(code)
        } else {
            false
        }
    }
}
