// SPDX-License-Identifier: Apache-2.0
//
// Transforms write into the store of copies (Host/CopyStore.swift): a folder for each Prepare, in it one for
// each step. A finished Prepare has a record, which goes with the session: stamps of the copies and of the
// given files. Once one of them has changed, no copy is shared. The next daemon removes copies that it finds
// without a record.
//
// All functions run on the disk's thread.

import ActivityModel
import CLinux
import Glibc
import Host

extension CopyStore {
    /// Maximum folders of copies that a performance holds: the private and the prepared copies of one sheet.
    private static let maximumHeld = 2

    /// Extends the deadline of all these copies, and locks the first `maximumHeld` of them.
    func hold(_ tokens: Set<String>, for seconds: Int = 0) -> [Descriptor] {
        tokens.reduce(into: []) { held, token in
            if let lock = hold(token, for: seconds), held.count < Self.maximumHeld { held.append(lock) }
        }
    }
}

extension SharedCopies {
    private static let prefix = "prepare-"
    /// Maximum files and folders of a Prepare at a time: a transform's input, its output, and as many again
    /// while it works.
    private static let maximumEntries = 4 * Content.maximumItems
    /// Maximum bytes of a record: percent-encoded paths of all items of a request of 1 MiB, and of their
    /// copies.
    private static let maximumRecord = 8 << 20
    /// Maximum depth of folders; no transform needs as much.
    private static let maximumDepth = 32

    static func newToken() -> String { prefix + PrivateFolders.newToken() }

    // MARK: One

    /// Creates the empty folder of a step.
    ///
    /// - Returns: the folder's real path.
    func makeStep(_ step: Int, of copies: HeldCopies) throws(TransformFault) -> String {
        do throws(StorageError) { _ = try copies.makeFolder("\(step)") } catch {
            throw TransformFault(.notPerformable(reason: error.description))
        }
        return try folder(of: step, copies)
    }

    /// The real path of a step's folder, which is reached without following a link.
    func folder(of step: Int, _ copies: HeldCopies) throws(TransformFault) -> String {
        do throws(StorageError) {
            let folder = try copies.openFolder("\(step)")
            return RealPath.of("/proc/self/fd/\(folder.descriptor)")
        } catch {
            throw TransformFault(.notPerformable(reason: error.description))
        }
    }

    /// Records the copies as complete.
    ///
    /// - Parameter stamps: stamps of the copies and of their originals.
    func finish(_ token: String, _ stamps: [FileStamp]) {
        // Without a record the copies count as changed.
        let record = Array(FileStamp.record(of: stamps).utf8)
        try? AtomicFile.write(record, to: store.record(of: token), mode: 0o600)
        retain(token)
    }

    /// Protects the copies from removal until a client has had time to perform.
    func retain(_ token: String) { _ = store.hold(token, for: CopyStore.minimumLifetime) }

    func hasRecord(_ token: String) -> Bool { access(store.record(of: token), F_OK) == 0 }

    /// Whether the copies, their originals and the unchanged files are still as recorded; false without a
    /// readable record. Private copies have none, and may change as any file.
    func areCurrent(_ token: String, _ reportPath: (String) -> Void) -> Bool {
        guard token.hasPrefix(Self.prefix) else { return true }
        let record = store.record(of: token)
        guard let bytes = try? AtomicFile.read(record, limit: Self.maximumRecord) else { return false }
        return FileStamp.areCurrent(String(decoding: bytes, as: UTF8.self), reportPath)
    }

    /// Removes the files of all steps except the items' files.
    func removeFiles(except items: [Item], of copies: HeldCopies) {
        let paths = Set(items.compactMap { $0.representation.uri.flatMap(LocalPath.bytes) })
        for step in (try? copies.names()) ?? [] {
            guard let folder = try? copies.openFolder(step) else { continue }
            for name in (try? folder.names()) ?? [] {
                let path = "\(copies.path)/\(step)/\(name)"
                if !paths.contains(Array(path.utf8)) { unlinkat(folder.descriptor, name, 0) }
            }
            copies.removeFolder(step)
        }
    }

    /// Stamps of the items that are copies; nil if one is not a regular file any more.
    func stamps(of items: [Item]) -> [FileStamp]? { FileStamp.all(of: items, in: RealPath.of(path)) }

    // MARK: All

    /// Removes copies of ended sessions, and those that an earlier daemon left unfinished; another daemon
    /// holds those that it makes.
    func sweep() {
        store.sweep { $0.hasPrefix(Self.prefix) && !hasRecord($0) }
    }

    /// Counts the files that a transform has made so far, and makes room for them.
    ///
    /// - Parameters:
    ///   - title: title of the transform.
    ///   - room: result of the last call while the program works, so that this one may be repeated; 0 for the
    ///     first and the last call of a step.
    /// - Returns: the maximum bytes that the copies may occupy.
    /// - Throws: `noRoom` if the copies alone exceed the room, `noRoomYet` if others cannot be removed yet,
    ///   or another fault if there are too many entries or too deep folders.
    func makeRoom(
        for copies: HeldCopies, by title: String, beyond room: Int = 0
    ) throws(TransformFault) -> Int {
        let size: Size
        do throws(StorageError) { size = try self.size(of: copies) } catch {
            return try undecided(error, room)
        }
        guard !size.isCrowded else {
            throw TransformFault(title, "made too many files, or folders too deep")
        }
        guard room == 0 || size.bytes > room else { return room }
        let grown: CopyStore.Room
        do throws(StorageError) {
            grown = try store.grow(copies, to: size.bytes, isUrgent: room == 0)
        } catch {
            return try undecided(error, room)
        }
        switch grown {
        case .bytes(let bytes): return bytes
        case .none: throw .noRoom
        case .later: throw .noRoomYet
        }
    }

    /// Another process has the lock, or descriptors are lacking: the next call decides, if there is one.
    private func undecided(_ error: StorageError, _ room: Int) throws(TransformFault) -> Int {
        guard room == 0 else { return room }
        throw TransformFault(.notPerformable(reason: error.description))
    }

    private struct Size {
        var bytes = 0
        var entries = 0
        /// Whether the folder has too many entries or is too deep; `bytes` is then incomplete.
        var isCrowded: Bool { entries > SharedCopies.maximumEntries }
    }

    private func size(of copies: HeldCopies) throws(StorageError) -> Size {
        var size = Size()
        for step in try copies.names() where !FolderLock.isLock(step) {
            size.entries += 1
            do throws(StorageError) { count(try copies.openFolder(step), &size, depth: 1) } catch {
                if error.isLackOfResources { throw error }
            }
        }
        return size
    }

    private func count(_ folder: borrowing Folder, _ size: inout Size, depth: Int) {
        var names: [[CChar]] = []
        let left = Self.maximumEntries - size.entries
        try? folder.visit { name, _ in
            names.append(Array(name) + [0])
            return names.count <= left
        }
        size.entries += depth < Self.maximumDepth ? names.count : left + 1
        for name in names where !size.isCrowded {
            var status = stat()
            guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            size.bytes += AllocatedBytes.of(blocks: status.st_blocks)
            guard status.st_mode & S_IFMT == S_IFDIR else { continue }
            let inner = openat(folder.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if inner >= 0 { count(Folder(descriptor: inner, path: ""), &size, depth: depth + 1) }
        }
    }
}
