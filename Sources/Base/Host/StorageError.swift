// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The reason why a program cannot read, store or watch; the messages include the remedies.
package enum StorageError: Error, Hashable, CustomStringConvertible {
    /// A system call failed. `operation` completes "could not be …": "written", "opened", "made durable".
    case storage(path: String, operation: String, errno: Int32)
    /// An entry that may not be replaced is in the place of a new one; `what` completes "… is".
    case inTheWay(path: String, what: String)
    /// A symbolic link whose target is missing.
    case deadLink(path: String)
    case notAFolder(path: String)
    /// Something other than a regular file (a link, a folder, a pipe) is in the place of a file.
    case notAFile(path: String)
    /// `limit` is in bytes.
    case tooLarge(path: String, limit: Int)
    /// The kernel cannot provide an inotify instance.
    case unwatchable(errno: Int32)
    /// The file system at this path has not responded for a while; for a lock file, another process has held
    /// the lock.
    case stalled(path: String)
    /// Another process holds the lock of a folder of state, and does not release it.
    case locked(path: String)
    case ending
    /// A written change could not be read back, or differs from the result.
    case unconfirmed
    /// A change could be neither confirmed nor undone; the previous content of `path` is at `former`, nil if
    /// there was none.
    case notRolledBack(path: String, former: String?, errno: Int32)
    /// A file of the daemon's state is invalid; `reason` is a sentence.
    case corrupt(path: String, reason: String)
    /// A file has a path that cannot be stored.
    case invalidPath(path: String, reason: String)

    /// The errno of `storage`; 0 for all other cases.
    package var code: Int32 {
        guard case .storage(_, _, let code) = self else { return 0 }
        return code
    }

    /// Whether the cause is a lack of descriptors or memory; the files may be fine.
    package var isLackOfResources: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

    /// The path that the message names; nil if it names none.
    package var path: String? {
        switch self {
        case .storage(let path, _, _), .inTheWay(let path, _), .deadLink(let path), .notAFolder(let path),
            .notAFile(let path), .tooLarge(let path, _), .stalled(let path), .locked(let path),
            .notRolledBack(let path, _, _), .corrupt(let path, _), .invalidPath(let path, _):
            path
        case .unwatchable, .ending, .unconfirmed: nil
        }
    }

    /// The same error about the outermost folder without search permission, if that is the cause of EACCES.
    package var atFolder: StorageError {
        guard case .storage(let path, let operation, EACCES) = self else { return self }
        let folder = Folder.split(path).folder
        guard faccessat(AT_FDCWD, folder, X_OK, AT_EACCESS) != 0, errno == EACCES else { return self }
        return StorageError.storage(path: folder, operation: operation, errno: EACCES).atFolder
    }

    package var description: String {
        switch self {
        case .storage(let path, let operation, let code):
            "\(path) could not be \(operation): \(Self.advice(for: code))."
        case .inTheWay(let path, let what): "\(path) is \(what)"
        case .deadLink(let path):
            "\(path) is a symbolic link to what is not there. Bring that back, or remove the link."
        case .notAFolder(let path): "\(path) is not a folder. Move it out of the way."
        case .notAFile(let path): "\(path) is not a regular file. Put one there, or remove it."
        case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes. Make it smaller."
        case .unwatchable(let code):
            "Changes cannot be watched: \(Self.watchAdvice(for: code)). Until then, reload after a change."
        case .stalled(let path) where FolderLock.isLock(path): Self.locked(path: path).description
        case .stalled(let path):
            "\(path) has not answered for a while, and everything that needs the disk waits for it. Check "
                + "that its server or device is there."
        case .locked(let path):
            "Another process holds \(path), and so nothing can be changed beside it. Try again; fuser(1) "
                + "tells which process it is."
        case .ending: "The daemon is shutting down and has not done this. Ask again: another one will start."
        case .unconfirmed:
            "The change did not take effect, or could not be read back, so it was undone. If activityctl "
                + "status names a file that cannot be used, correct it and try again."
        case .notRolledBack(let path, nil, let code):
            "\(path) is new, and could be neither confirmed nor removed: \(Self.advice(for: code)). Remove "
                + "it, or try again."
        case .notRolledBack(let path, let former?, let code):
            "The change to \(path) could be neither confirmed nor undone: \(Self.advice(for: code)). What "
                + "was there before is in \(former). Move it back to \(path), or remove it."
        case .corrupt(let path, let reason): "\(path) cannot be read: \(reason) Correct it, or remove it."
        case .invalidPath(let path, let reason): "The path \"\(path)\" cannot be stored: \(reason)."
        }
    }

    private static func watchAdvice(for code: Int32) -> String {
        code == EMFILE ? "raise the sysctl fs.inotify.max_user_instances" : advice(for: code)
    }

    /// The system's error with its remedy, without a full stop.
    private static func advice(for code: Int32) -> String {
        switch code {
        case ENOSPC: "no space (or no inode) is left on the file system; free some and try again"
        case EDQUOT: "the disk quota is used up; remove something or ask for more"
        case EROFS: "the file system is read-only; mount it for writing"
        case EACCES, EPERM: "permission denied; check who owns the folder and its mode"
        case EIO: "the device reported an input/output error; check the disk and the kernel's log"
        case ENOTDIR: "part of its path is not a folder; move that out of the way"
        case ELOOP: "a symbolic link is in the way; replace it with what it points to"
        case EMFILE, ENFILE: "too many files are open; raise LimitNOFILE= or close some"
        case EFBIG: "it is larger than the limit on file sizes (LimitFSIZE=) allows; raise the limit"
        case ENAMETOOLONG: "the name is too long; choose a shorter one"
        default: ErrorText.of(code)
        }
    }
}
