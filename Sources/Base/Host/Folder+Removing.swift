// SPDX-License-Identifier: Apache-2.0
//
// Removes a tree of any size and depth, a slice at a time, with seven descriptors and no recursion. Instead
// of descending into nested folders, it moves inner folders up, next to their parent, under fresh names,
// until everything is directly in the top folder. Depth thus costs renames instead of descriptors or stack,
// and each step works on one open folder and one name in it, so that no link is ever followed. Names stay raw
// bytes: a bundle that a person copied in by hand may contain names that are not UTF-8.
//
// Only the disk records the progress of a removal: the next slice reads the folder from its start, and
// removed entries are no longer in it. A process that still writes to the tree may add or remove names
// between any two calls: a vanished name is done with, and the next pass finds a new one.

import CLinux
import Glibc

/// Time limit and progress of one removal slice.
package struct RemovalSlice {
    /// Deadline on `Clocks.monotonic`.
    let end: Int
    /// Number of entries removed or moved up; the slice does at least one step, if any is possible.
    fileprivate(set) var steps = 0
    /// The first error about an entry that could not be removed.
    fileprivate var fault: StorageError?

    init(end: Int) { self.end = end }

    var isOver: Bool { steps > 0 && Clocks.monotonic() >= end }

    /// Records an error, except about entries that have vanished or are no longer folders.
    fileprivate mutating func record(_ error: StorageError) {
        switch error {
        case .storage(_, _, ENOENT), .storage(_, _, ENOTDIR): break
        default: fault = fault ?? error
        }
    }
}

extension Folder {
    /// A name as the kernel stores it, with its final NUL.
    private typealias RawName = [CChar]

    /// Removes `name`, whatever it is, and everything beneath it, until the slice ends; true when all of it
    /// is gone. An entry that cannot be removed does not block the others.
    ///
    /// - Throws: `storage` if no further entry can be removed.
    func removeTree(_ name: String, _ slice: inout RemovalSlice) throws(StorageError) -> Bool {
        let raw = RawName(name.utf8CString)
        do throws(StorageError) {
            if try removeUnlessFull(raw) { return true }
            let top = try openForRemoval(raw)
            repeat {
                let steps = slice.steps
                try top.visit { name, _ in
                    top.flatten(RawName(name) + [0], &slice)
                    return !slice.isOver
                }
                if try removeUnlessFull(raw) { return true }
                // After a pass without progress, another one would make none either.
                guard slice.steps > steps || slice.isOver else {
                    throw slice.fault ?? fault("removed", name, ENOTEMPTY)
                }
            } while !slice.isOver
            return false
        } catch .storage(_, _, ENOENT) {
            return true
        }
    }

    /// Removes `name` after moving the non-empty folders in it into this folder.
    private func flatten(_ name: RawName, _ slice: inout RemovalSlice) {
        do throws(StorageError) {
            if try removeUnlessFull(name) { return slice.steps += 1 }
            let inner = try openForRemoval(name)
            try inner.visit { child, _ in
                inner.raise(RawName(child) + [0], to: self, &slice)
                return !slice.isOver
            }
            if try removeUnlessFull(name) { slice.steps += 1 }
        } catch {
            slice.record(error)
        }
    }

    /// Removes `name`; moves it to `top` if it is a non-empty folder.
    private func raise(_ name: RawName, to top: borrowing Folder, _ slice: inout RemovalSlice) {
        do throws(StorageError) {
            if try !removeUnlessFull(name) {
                _ = try openForRemoval(name)
                let moved = renameat(
                    descriptor, name, top.descriptor, StagingName(.new, for: "flat").text)
                guard moved == 0 else { throw fault("moved", Self.text(name)) }
            }
            slice.steps += 1
        } catch {
            slice.record(error)
        }
    }

    /// Removes `name`; returns false if it is a non-empty folder.
    private func removeUnlessFull(_ name: RawName) throws(StorageError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 { return true }
        guard errno == EISDIR || errno == EPERM else { throw fault("removed", Self.text(name)) }
        if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw fault("removed", Self.text(name)) }
        return false
    }

    /// Opens a folder that is to be emptied, after granting its owner read and write access.
    private func openForRemoval(_ name: RawName) throws(StorageError) -> Folder {
        let handle = openat(descriptor, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard handle >= 0 else { throw fault("opened", Self.text(name)) }
        defer { close(handle) }
        // Through the descriptor, which needs no permission on the folder itself and cannot be a link.
        chmod("/proc/self/fd/\(handle)", 0o700)
        let opened = openat(handle, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw fault("opened", Self.text(name)) }
        return Folder(descriptor: opened, path: path + "/" + Self.text(name))
    }

    /// Text for messages from a name with its final NUL; invalid UTF-8 is replaced.
    package static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
