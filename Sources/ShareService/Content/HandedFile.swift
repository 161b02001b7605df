// SPDX-License-Identifier: Apache-2.0
//
// A descriptor says which file the caller can read; what is shared must have a path, for the programs that
// take it. The kernel knows one, as the caller's own mounts have it. Where that path leads to the same file
// here (same device, same inode), it is the item's. Else the file is in the sandbox alone, or has no name at
// all (a deleted file, a memfd), and a private copy is shared.
//
// The service opens the file again, with the person's rights: so a descriptor that the caller cannot read
// from is refused, or the caller could have read what it may only write to or look up.

import ActivityModel
import CGIO
import CLinux
import ContentSelection
import Glibc
import SessionBus

/// A file that a caller handed over by descriptor.
struct HandedFile: Sendable {
    /// In bytes: NAME_MAX.
    private static let longestName = 255

    let descriptor: Descriptor
    /// Nil for its own.
    private let name: String?
    /// Nil where it is to be found out.
    private let type: String?

    init(_ descriptor: Descriptor, name: String, type: String?) throws(BusError) {
        guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
            throw .invalid("The name \"\(printable(name))\" is a path. Give the last part of it.")
        }
        guard name.utf8.count <= Self.longestName else {
            throw .invalid("A name is longer than \(Self.longestName) bytes.")
        }
        self.descriptor = descriptor
        self.name = name.isEmpty ? nil : name
        self.type = type
    }

    /// Waits for the file's disk.
    ///
    /// - Parameter copies: takes the copy, where one is made.
    func look(_ copies: inout PrivateCopies) throws(BusError) -> FoundFile {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else {
            throw .invalid(SelectionError.inaccessible(shownName, code: errno).description)
        }
        guard isReadable else {
            throw .invalid("\(printable(shownName)): its descriptor is not open for reading.")
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw .invalid("\(printable(shownName)) is neither a file nor a folder.")
        }
        guard kind == S_IFREG || isSame(status) else {
            throw .invalid(
                "\(printable(shownName)): the folder is not there outside of the sandbox. Share its files.")
        }
        do throws(SelectionError) {
            let file = isSame(status) ? LocalFile(path) : try copies.add(copyOf: source(), named: shownName)
            // Its own name may be the caller's word, too.
            var found = try file.look(as: shownName)
            if let type { found.set(type: type) }
            return found
        } catch {
            throw .invalid(error.description)
        }
    }

    private var isReadable: Bool {
        let flags = fcntl(descriptor.number, F_GETFL)
        return flags >= 0 && flags & O_PATH == 0 && [O_RDONLY, O_RDWR].contains(flags & O_ACCMODE)
    }

    /// With a position of its own: the caller's is left where it stands.
    private func source() throws(SelectionError) -> Descriptor {
        guard let source = Descriptor(open("/proc/self/fd/\(descriptor.number)", O_RDONLY | O_CLOEXEC)) else {
            throw .inaccessible(shownName, code: errno)
        }
        return source
    }

    private func isSame(_ status: stat) -> Bool {
        var found = stat()
        return lstat(path, &found) == 0 && found.st_dev == status.st_dev && found.st_ino == status.st_ino
    }

    /// What the kernel calls it, with NUL at its end.
    private var path: [CChar] {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/fd/\(descriptor.number)", &bytes, Int(PATH_MAX))
        return Array(bytes.prefix(max(0, count))) + [0]
    }

    /// What the path ends with, without what the kernel says of a deleted file.
    private var shownName: String {
        if let name { return name }
        let text = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let last = text.split(separator: "/").last ?? ""
        let kept = last.hasSuffix(Self.deleted) ? last.dropLast(Self.deleted.count) : last
        return kept.isEmpty ? "File" : String(kept)
    }

    private static let deleted = " (deleted)"
}
