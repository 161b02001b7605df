// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON

/// Files of a foreign format, and the folders in which they were looked for.
package struct ForeignFiles {
    package struct File: Hashable, Sendable {
        package let path: String
        /// Its name without its ending.
        package let name: String
        /// The folder of the format that it was found in.
        package let folder: String
    }

    package private(set) var files: [File] = []
    /// Folders, there or not.
    package private(set) var sources: [String] = []
    private var names: Set<ExactText> = []

    /// As many files as a folder is read for.
    private static let maximumFiles = 10_000

    init() {}

    /// The files that end so in those folders of each data folder.
    init(in folders: [String], of dataFolders: [String], ending: String) {
        for folder in folders {
            for data in dataFolders { add(folder: data + "/" + folder, ending: ending) }
        }
    }

    /// Adds the files of a folder that end so; of files of one name the first counts.
    ///
    /// - Parameter prefix: What their names begin with besides, such as that of a folder.
    mutating func add(folder: String, ending: String, prefix: String = "") {
        sources.append(folder)
        guard let found = try? Folder(opening: folder).names() else { return }
        for name in found
        where name.hasSuffix(ending) && !name.hasPrefix(".") && name.utf8.count > ending.utf8.count {
            guard files.count < Self.maximumFiles, names.insert(ExactText(prefix + name)).inserted else {
                continue
            }
            files.append(
                File(
                    path: folder + "/" + name, name: prefix + String(name.dropLast(ending.count)),
                    folder: folder))
        }
    }

    mutating func add(source: String) { sources.append(source) }
}
