// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension Folder {
    /// The names in this folder, sorted, without `.` and `..`; those that are not UTF-8 are left out.
    func names() throws(RegistryError) -> [String] {
        var names: [String] = []
        try visit { name, _ in
            if let text = String(validating: UnsafeRawBufferPointer(name), as: UTF8.self) {
                names.append(text)
            }
            return true
        }
        return names.sorted()
    }

    /// Every name in this folder, and of each whether the folder itself says that it is a folder; not every file
    /// system does.
    func entries() throws(RegistryError) -> [(name: FileName, isFolder: Bool)] {
        var entries: [(name: FileName, isFolder: Bool)] = []
        try visit { name, isFolder in
            entries.append((FileName(UnsafeRawBufferPointer(name)), isFolder))
            return true
        }
        return entries.sorted { $0.name.text < $1.name.text }
    }

    /// Calls `body` with each name, without its NUL, but for `.` and `..`, until it returns false.
    func visit(
        _ body: (_ name: UnsafeBufferPointer<CChar>, _ isFolder: Bool) -> Bool
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
                guard body(name, entry.pointee.d_type == UInt8(DT_DIR)) else { return }
            }
            errno = 0
        }
        guard errno == 0 else { throw fault("read") }
    }
}
