// SPDX-License-Identifier: Apache-2.0
//
// A folder of state belongs to one daemon at a time. Two daemons may share it (a person with two runtime
// folders, or a home on a network file system), and each change is a read and a write: without a lock one
// daemon would undo changes that the other has acknowledged, and a starting daemon would sweep away files
// that the other is writing. So a daemon locks a folder while it changes or sweeps it; the other one waits,
// and then reads the new state.
//
// The lock is a file, not the folder itself, because NFS locks only files that are opened for writing. It is
// never removed, since a process may hold the lock of a file that has just been unlinked. Its mode, 0200,
// lets only its owner open it: another user could hold the lock for ever.

import CLinux
import Glibc

package enum FolderLock {
    private static let name = ".lock"
    /// Milliseconds to wait: three times the longest change seen. A hanging daemon keeps its lock.
    package static let timeout = 15_000
    /// Milliseconds between two attempts.
    private static let interval = 10

    /// Runs `body` under the lock, and waits a while for other holders. Creates a missing folder with `mode`.
    ///
    /// - Parameters:
    ///   - timeout: milliseconds; 0 for work that can be done another time.
    ///   - reportPath: called with the lock's path before the wait for another process.
    ///   - isEnding: polled during the wait; true to give up.
    /// - Throws: `storage`, `locked` if another process keeps the lock, `ending`, and the errors of `body`.
    package static func hold<Answer>(
        _ folder: String, mode: UInt32, within timeout: Int = timeout,
        reportPath: (String) -> Void = { _ in },
        isEnding: () -> Bool = { false }, _ body: () throws(StorageError) -> Answer
    ) throws(StorageError) -> Answer {
        try hold(
            in: Folder(creating: folder, mode: mode), within: timeout, reportPath: reportPath,
            isEnding: isEnding, body)
    }

    /// The same for an open folder.
    package static func hold<Answer>(
        in folder: borrowing Folder, within timeout: Int = timeout, reportPath: (String) -> Void = { _ in },
        isEnding: () -> Bool = { false }, _ body: () throws(StorageError) -> Answer
    ) throws(StorageError) -> Answer {
        let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = openat(folder.descriptor, name, flags, 0o200)
        guard file >= 0 else { throw folder.fault("locked", name) }
        defer {
            // A process that is being spawned may have a copy of the descriptor, so closing ours alone would
            // not release the lock.
            flock(file, LOCK_UN)
            close(file)
        }
        var waited = 0
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw folder.fault("locked", name) }
            if isEnding() { throw .ending }
            guard waited < timeout else { throw .locked(path: folder.path + "/" + name) }
            if waited == 0 { reportPath(folder.path + "/" + name) }
            // flock(2) has no timeout, and a daemon that is shutting down must not block. Only the disk
            // thread sleeps here.
            usleep(UInt32(interval * 1_000))
            waited += interval
        }
        return try body()
    }

    /// Whether a path is a lock file: a wait there is for another process, not for a disk.
    package static func isLock(_ path: String) -> Bool { Folder.split(path).name == name }

    /// Runs `body` to clean up an existing folder. Skips it if another daemon holds the lock: that daemon
    /// cleans up at its own start.
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
