// SPDX-License-Identifier: Apache-2.0
//
// A private copy's file depends on its file system: a second name of the very file (a hard link), else a copy
// (FileCopy). Each stays as it is when the caller replaces the file at the original path; through a hard link
// the caller may still write, but only to its own file.
//
// A hard link needs a path in our own mounts. So the file is opened at the path of the caller's descriptor,
// and linked only if it is the descriptor's file.

import ActivityModel
import CGIO
import CLinux
import ContentSelection
import Glibc
import Host
import SessionBus

/// Makes the private copies of a call. Waits for the disk.
struct PrivateCopies {
    /// Bytes counted for a file's name and inode.
    private static let entry = 4096
    /// Bytes to reserve at a time for names and inodes, the only cost of a link.
    private static let entries = 16 * entry

    /// The copies; nil until the first is made.
    private(set) var held: HeldCopies?
    private let account: String
    private let store: CopyStore
    private var count = 0
    private var total = 0
    private var reserved = 0

    /// - Parameter account: account that the copies count for; empty for the person's own.
    init(of account: String, in store: CopyStore) {
        (self.account, self.store) = (account, store)
    }

    /// - Parameters:
    ///   - source: read from its beginning; its own offset moves.
    ///   - path: path at which the file may be found, for a hard link.
    mutating func add(
        _ source: Descriptor, at path: [CChar], named name: GivenName
    ) throws(BusError) -> FoundFile {
        let place = try makeCopyFolder(name.text)
        if !Self.link(source, path, to: name.text, in: place) {
            let file = try Self.make(name.text, in: place)
            try fill(file, from: source, name.text)
        }
        return try lookUp(name.text, as: name)
    }

    mutating func add(_ bytes: some Collection<UInt8>, as name: GivenName) throws(BusError) -> FoundFile {
        let own = name.fileName ?? name.text
        let file = try Self.make(own, in: makeCopyFolder(own))
        try reserve(bytes.count, own)
        guard Descriptor.write(Array(bytes), to: file.number) else { throw .unwritable(own, errno) }
        return try lookUp(own, as: name)
    }

    /// Releases the unused part of the reservation.
    mutating func finish() {
        guard total < reserved else { return }
        held?.record(total)
        reserved = total
    }

    /// Makes a folder for the next copy alone: two copies may have the same name.
    private mutating func makeCopyFolder(_ name: String) throws(BusError) -> Folder {
        do throws(StorageError) {
            let random = String(UInt64.random(in: .min ... .max), radix: 16)
            if held == nil { held = try store.make("share-" + random, of: account) }
        } catch {
            throw .unwritable(name, error.code)
        }
        try reserve(Self.entry, name, step: Self.entries)
        guard let held else { throw .unwritable(name, ENOENT) }
        count += 1
        do throws(StorageError) { return try held.makeFolder("\(count)") } catch {
            throw .unwritable(name, error.code)
        }
    }

    private mutating func reserve(_ bytes: Int, _ name: String, step: Int = FileCopy.step) throws(BusError) {
        total += bytes
        guard total > reserved, let held else { return }
        // Ever larger steps, as each call counts all other copies.
        let step = max(step, reserved / 8)
        let wanted = (total + step - 1) / step * step
        let room: CopyStore.Room
        do throws(StorageError) { room = try store.grow(held, to: wanted) } catch {
            throw .unwritable(name, error.code)
        }
        guard case .bytes = room else { throw .noRoom(name) }
        reserved = wanted
    }

    private static func make(_ name: String, in place: borrowing Folder) throws(BusError) -> Descriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        guard let file = Descriptor(openat(place.descriptor, name, flags, 0o600)) else {
            throw .unwritable(name, errno)
        }
        return file
    }

    /// Looks up the latest copy by its own name. Another program may have replaced the file already; the URI
    /// stays the copy's path.
    private func lookUp(_ own: String, as name: GivenName) throws(BusError) -> FoundFile {
        let file = LocalFile(path: "\(held?.path ?? "")/\(count)/\(own)")
        do throws(SelectionError) {
            var found = try file.lookUp(as: name)
            found.representation.uri = file.uri
            found.representation.isTemporary = true
            return found
        } catch {
            // The original error would reveal the copy's path, and so the person's home folder.
            throw .invalid("\(printable(name.text)): it cannot be read.")
        }
    }
}

extension PrivateCopies {
    private static func link(
        _ source: Descriptor, _ path: [CChar], to name: String, in place: borrowing Folder
    ) -> Bool {
        guard let own = Descriptor(open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC)), own.isSame(as: source) else {
            return false
        }
        let source = "/proc/self/fd/\(own.number)"
        return linkat(AT_FDCWD, source, place.descriptor, name, AT_SYMLINK_FOLLOW) == 0
    }

    private mutating func fill(
        _ file: Descriptor, from source: Descriptor, _ name: String
    ) throws(BusError) {
        do throws(FileCopy.Fault<BusError>) {
            try FileCopy.copy(source, to: file) { bytes throws(BusError) in try reserve(bytes, name) }
        } catch {
            switch error {
            case .unreadable(let code): throw .unreadable(name, code)
            case .unwritable(let code): throw .unwritable(name, code)
            case .refused(let refusal): throw refusal
            }
        }
    }
}

extension BusError {
    fileprivate static func noRoom(_ name: String) -> BusError {
        .limit(
            "\(printable(name)): there is no room for a private copy. Close other sheets, free some of the "
                + "disk, or save it in one of the person's folders and share it from there.")
    }

    fileprivate static func unwritable(_ name: String, _ code: Int32) -> BusError {
        guard ![ENOSPC, EDQUOT].contains(code) else { return noRoom(name) }
        guard code != 0 else {
            return .failed("\(printable(name)): another program makes private copies. Try again.")
        }
        return .failed("\(printable(name)): a private copy cannot be written: \(ErrorText.of(code)).")
    }

    fileprivate static func unreadable(_ name: String, _ code: Int32) -> BusError {
        .invalid("\(printable(name)): \(ErrorText.of(code)).")
    }
}
