// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What lies in a folder of ours.
enum FolderNames {
    /// Empty where the folder cannot be read.
    static func read(_ path: String) -> Set<String> {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: Set<String> = []
        while let entry = readdir(stream) {
            names.insert(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.subtracting([".", ".."])
    }
}
