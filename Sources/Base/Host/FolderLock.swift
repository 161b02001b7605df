// SPDX-License-Identifier: Apache-2.0
//
// A folder of state belongs to one daemon at a time. Two may share it (a person with two runtime folders, or a
// home on a network file system), and each change is a reading and a writing: without a lock one of them undoes
// what the other has acknowledged, and a start sweeps away what the other is writing. So a daemon that changes a folder,
// or sweeps it, holds its lock; the other waits its turn, and reads then what the first has written.
//
// The lock is a file, not the folder itself: NFS locks only what is opened for writing. It is never removed, since
// a process may hold the lock of the file that has just gone. Only who may write the file may open it: a reader
// could hold the lock for ever.

import CLinux
import Glibc

/// The lock on a folder of state.
package enum FolderLock {
    private static let name = ".lock"
    /// Three times as long as the longest change that was seen, in milliseconds: a daemon that hangs holds its lock.
    package static let patience = 15_000
    /// Between two attempts, in milliseconds.
    private static let interval = 10

    /// Runs `body` while no other process holds the lock, for which it waits a while. A missing folder is made, with `mode`.
    ///
    /// - Parameters:
    ///   - patience: milliseconds; 0 for what can as well be done another time.
    ///   - note: called with the lock's path before another process is waited for.
    ///   - isEnding: asked again and again while it waits: whether there is no time to wait.
    /// - Throws: `storage`, `locked` where another process does not let go of it, `ending`, and what `body` throws.
    package static func hold<Answer>(
        _ folder: String, mode: UInt32, within patience: Int = patience, note: (String) -> Void = { _ in },
        isEnding: () -> Bool = { false }, _ body: () throws(StorageError) -> Answer
    ) throws(StorageError) -> Answer {
        try hold(
            in: Folder(creating: folder, mode: mode), within: patience, note: note, isEnding: isEnding, body)
    }

    /// The same for a folder that is open.
    package static func hold<Answer>(
        in folder: borrowing Folder, within patience: Int = patience, note: (String) -> Void = { _ in },
        isEnding: () -> Bool = { false }, _ body: () throws(StorageError) -> Answer
    ) throws(StorageError) -> Answer {
        let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = openat(folder.descriptor, name, flags, 0o200)
        guard file >= 0 else { throw folder.fault("locked", name) }
        defer {
            // A process that is just being spawned may have the descriptor too, and closing ours leaves it the lock.
            flock(file, LOCK_UN)
            close(file)
        }
        var waited = 0
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw folder.fault("locked", name) }
            if isEnding() { throw .ending }
            guard waited < patience else { throw .locked(path: folder.path + "/" + name) }
            if waited == 0 { note(folder.path + "/" + name) }
            // flock(2) knows no time limit, and an ending daemon must not wait. Only the disk's thread sleeps here.
            usleep(UInt32(interval * 1_000))
            waited += interval
        }
        return try body()
    }

    /// Whether a path is a lock's: what waits there waits for another process, and for no disk.
    package static func isLock(_ path: String) -> Bool { Folder.split(path).name == name }

    /// Runs `body` to tidy up a folder that is there. Where another daemon is at work, that one does so at its own start.
    package static func tidy(
        _ folder: String, _ body: (borrowing Folder) throws(StorageError) -> Void
    ) throws(StorageError) {
        do throws(StorageError) {
            let folder = try Folder(opening: folder)
            try hold(in: folder, within: 0) { () throws(StorageError) in try body(folder) }
        } catch .locked {
            return
        } catch .storage(_, _, ENOENT) {
            return
        }
    }
}
