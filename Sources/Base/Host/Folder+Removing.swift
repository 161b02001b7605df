// SPDX-License-Identifier: Apache-2.0
//
// Removing a tree of any size and depth, a slice at a time, with six descriptors and no recursion. A folder that
// still holds folders is not walked into: its inner folders are moved up, next to it, under fresh names, until
// everything lies directly in the top folder. Depth thus costs renames instead of descriptors or stack, and each
// step works on one open folder and one name in it, so that no link is ever followed. Names are kept as the bytes
// that they are: a bundle that a person copied in by hand may hold names that are not UTF-8.
//
// How far a removal has come is written nowhere but on the disk: the next slice reads the folder from its start,
// and what was removed is no longer in it. A process that still writes to the tree may add or take away names
// between any two calls: a name that is gone is done with, and a new one is met in the next pass.

import CLinux
import Glibc

/// How much is removed at a time, and how far that went.
package struct RemovalSlice {
    /// On the clock of `Clocks.monotonic`.
    let end: Int
    /// How many entries were removed or moved up; at least one is, if any can be.
    fileprivate(set) var steps = 0
    /// Why an entry is still there: the first reason.
    fileprivate var fault: StorageError?

    init(end: Int) { self.end = end }

    var isOver: Bool { steps > 0 && Clocks.monotonic() >= end }

    /// An entry that has gone, or is no folder any more, is no fault.
    fileprivate mutating func note(_ error: StorageError) {
        switch error {
        case .storage(_, _, ENOENT), .storage(_, _, ENOTDIR): break
        default: fault = fault ?? error
        }
    }
}

extension Folder {
    /// A name as the kernel has it, with its final NUL.
    private typealias RawName = [CChar]

    /// Removes `name`, whatever it is, and everything beneath it, as far as the slice lasts; true when all of it is
    /// gone. An entry that cannot be removed does not keep the others.
    ///
    /// - Throws: `storage` where nothing more of it can be removed.
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
                // After a whole pass that did nothing the next one would do nothing either.
                guard slice.steps > steps || slice.isOver else {
                    throw slice.fault ?? fault("removed", name, ENOTEMPTY)
                }
            } while !slice.isOver
            return false
        } catch .storage(_, _, ENOENT) {
            return true
        }
    }

    /// Removes `name` after moving the folders in it that are not empty into this folder.
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
            slice.note(error)
        }
    }

    /// Removes `name`, or moves it to `top` where it is a folder that holds something.
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
            slice.note(error)
        }
    }

    /// Whether `name` was removed; false for a folder that holds something.
    private func removeUnlessFull(_ name: RawName) throws(StorageError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 { return true }
        guard errno == EISDIR || errno == EPERM else { throw fault("removed", Self.text(name)) }
        if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw fault("removed", Self.text(name)) }
        return false
    }

    /// Opens a folder that is to be emptied; its owner may read and write it from then on.
    private func openForRemoval(_ name: RawName) throws(StorageError) -> Folder {
        let handle = openat(descriptor, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard handle >= 0 else { throw fault("opened", Self.text(name)) }
        defer { close(handle) }
        // By its descriptor, which needs no right to the folder itself, and is no link.
        chmod("/proc/self/fd/\(handle)", 0o700)
        let opened = openat(handle, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw fault("opened", Self.text(name)) }
        return Folder(descriptor: opened, path: path + "/" + Self.text(name))
    }

    /// A name with its final NUL, for people.
    package static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
