// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension Folder {
    /// The names in this folder, sorted, without `.` and `..`; names that are not UTF-8 are left out.
    package func names() throws(StorageError) -> [String] {
        var names: [String] = []
        try visit { name, _ in
            if let text = String(validating: UnsafeRawBufferPointer(name), as: UTF8.self) {
                names.append(text)
            }
            return true
        }
        return names.sorted()
    }

    /// Calls `body` with each name except `.` and `..`, without its NUL, until `body` returns false.
    /// `isFolder` is also false if the file system does not report types.
    package func visit(
        _ body: (_ name: UnsafeBufferPointer<CChar>, _ isFolder: Bool) -> Bool
    ) throws(StorageError) {
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
