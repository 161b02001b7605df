// SPDX-License-Identifier: Apache-2.0
//
// Removing a tree of any depth with three descriptors and no recursion. A folder that still holds folders is
// not walked into: its inner folders are moved up, next to it, under fresh names, until everything lies
// directly in the top folder. Depth thus costs renames instead of descriptors or stack, and each step works
// on one open folder and one name in it, so that no link is ever followed. Names are kept as the bytes that
// they are: a bundle that somebody copied in by hand may hold names that are not UTF-8.

import CLinux
import Glibc

extension Folder {
    /// A name as the kernel has it, with its final NUL.
    private typealias RawName = [CChar]

    /// The names in this folder, sorted, without `.` and `..`; those that are not UTF-8 are left out.
    func names() throws(RegistryError) -> [String] {
        var names: [String] = []
        try visit { name, _ in
            if let text = String(validating: UnsafeRawBufferPointer(name), as: UTF8.self) {
                names.append(text)
            }
        }
        return names.sorted()
    }

    /// Every name in this folder, and of each whether the folder itself says that it is a folder; not every file
    /// system does.
    func entries() throws(RegistryError) -> [(name: FileName, isFolder: Bool)] {
        var entries: [(name: FileName, isFolder: Bool)] = []
        try visit { name, isFolder in entries.append((FileName(UnsafeRawBufferPointer(name)), isFolder)) }
        return entries.sorted { $0.name.text < $1.name.text }
    }

    /// Removes `name`, whatever it is, and everything beneath it. Stops at the first failure; a later call
    /// goes on.
    func removeTree(_ name: String) throws(RegistryError) {
        if try removeUnlessFull(name.utf8CString.map { $0 }) { return }
        let top = try openForRemoval(name.utf8CString.map { $0 })
        while true {
            let names = try top.rawNames()
            if names.isEmpty { break }
            for name in names { try top.flatten(name) }
        }
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 else { throw fault("removed", name) }
    }

    /// Removes `name` of this folder after moving the folders in it that are not empty into this folder.
    private func flatten(_ name: RawName) throws(RegistryError) {
        if try removeUnlessFull(name) { return }
        let inner = try openForRemoval(name)
        for child in try inner.rawNames() where try !inner.removeUnlessFull(child) {
            _ = try inner.openForRemoval(child)
            let moved = renameat(inner.descriptor, child, descriptor, StagingName(.new, for: "flat").text)
            guard moved == 0 else { throw inner.fault("moved", Self.text(child)) }
        }
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 else { throw fault("removed", Self.text(name)) }
    }

    /// Whether `name` is gone now; false for a folder that holds something.
    private func removeUnlessFull(_ name: RawName) throws(RegistryError) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return true }
        guard errno == EISDIR || errno == EPERM else { throw fault("removed", Self.text(name)) }
        if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw fault("removed", Self.text(name)) }
        return false
    }

    /// Opens a folder that is to be emptied; its owner may read and write it from then on.
    private func openForRemoval(_ name: RawName) throws(RegistryError) -> Folder {
        let place = openat(descriptor, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { throw fault("opened", Self.text(name)) }
        defer { close(place) }
        // By its descriptor, which needs no right to the folder itself, and is no link.
        chmod("/proc/self/fd/\(place)", 0o700)
        let opened = openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw fault("opened", Self.text(name)) }
        return Folder(descriptor: opened, path: path + "/" + Self.text(name))
    }

    private func rawNames() throws(RegistryError) -> [RawName] {
        var names: [RawName] = []
        try visit { name, _ in names.append(RawName(name) + [0]) }
        return names
    }

    /// Calls `body` with each name, without its NUL, but for `.` and `..`.
    private func visit(
        _ body: (_ name: UnsafeBufferPointer<CChar>, _ isFolder: Bool) -> Void
    ) throws(RegistryError) {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else {
            let code = errno
            if copy >= 0 { close(copy) }
            throw fault("read", nil, code)
        }
        defer { closedir(stream) }
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        errno = 0
        while let entry = readdir(stream) {
            let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = UnsafeBufferPointer(start: start, count: strlen(start))
            if !name.elementsEqual([0x2E]), !name.elementsEqual([0x2E, 0x2E]) {
                body(name, entry.pointee.d_type == UInt8(DT_DIR))
            }
            errno = 0
        }
        guard errno == 0 else { throw fault("read") }
    }

    private static func text(_ name: RawName) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
