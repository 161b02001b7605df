// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import StrictJSON

extension Folder {
    /// Writes files to the new folder `name`, and flushes everything to the disk except the entry `name`
    /// itself. Files get mode 0644, executables and folders 0755, whatever the umask is.
    func write(_ files: [BundleFile], as name: String) throws(StorageError) {
        try makeFolder(name, mode: 0o755)
        let made = try openFolder(name)
        let folders = files.flatMap(\.folders).withoutRepeats.sorted { $0.utf8.count < $1.utf8.count }
        for folder in folders { try made.makeFolder(folder, mode: 0o755) }
        for file in files {
            try made.writeFile(file.path, file.bytes, mode: file.isExecutable ? 0o755 : 0o644)
        }
        for folder in folders.reversed() { try made.openFolder(folder).sync() }
        try made.sync()
    }
}

extension BundleFile {
    /// Whether the folder at `path` is exactly as `Folder.write` would make it from these files: names,
    /// contents, modes and owners.
    static func are(_ files: [BundleFile], at path: String) -> Bool {
        var status = stat()
        func isOwn(_ mode: mode_t) -> Bool { status.st_mode == mode && status.st_uid == geteuid() }
        var names: [ExactText: Set<ExactText>] = [ExactText("."): []]
        for file in files {
            guard lstat(path + "/" + file.path, &status) == 0,
                isOwn(S_IFREG | (file.isExecutable ? 0o755 : 0o644)),
                (try? AtomicFile.read(path + "/" + file.path, limit: file.bytes.count)) == file.bytes
            else { return false }
            for entry in file.folders + [file.path] {
                let (folder, name) = Folder.split(entry)
                names[ExactText(folder), default: []].insert(ExactText(name))
            }
        }
        return names.allSatisfy { folder, names in
            guard let folder = try? Folder(opening: path + "/" + folder.text),
                fstat(folder.descriptor, &status) == 0, isOwn(S_IFDIR | 0o755)
            else { return false }
            return (try? folder.names()).map { Set($0.map { ExactText($0) }) } == names
        }
    }
}
