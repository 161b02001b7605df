// SPDX-License-Identifier: Apache-2.0

import Host

/// What lies in a folder of ours.
enum FolderNames {
    /// Empty where the folder cannot be read.
    static func read(_ path: String) -> Set<String> {
        (try? Folder(opening: path).names()).map { Set($0) } ?? []
    }
}
