// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON

/// The files of a foreign format, and the folders that were searched.
package struct ForeignFiles {
    package struct File: Hashable, Sendable {
        package let path: String
        /// The file's name without its extension.
        package let name: String
        /// The format's folder that contains the file.
        package let folder: String
    }

    package private(set) var files: [File] = []
    /// Searched folders, existing or not.
    package private(set) var sources: [String] = []
    private var names: Set<ExactText> = []

    /// Most files to read from all folders.
    private static let maximumFiles = 10_000

    init() {}

    /// Collects the files with an extension in these folders of each data folder.
    init(in folders: [String], of dataFolders: [String], ending: String) {
        for folder in folders {
            for data in dataFolders { add(folder: data + "/" + folder, ending: ending) }
        }
    }

    /// Adds a folder's files with an extension; the first file of a name counts.
    ///
    /// - Parameter prefix: text to prepend to their names, such as the folder's.
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

    mutating func keep(where isWanted: (File) -> Bool) { files.removeAll { !isWanted($0) } }

    /// Adds a file whose one action is the reason why it cannot be used.
    mutating func add(unreadable path: String) {
        let (folder, name) = Folder.split(path)
        files.append(File(path: path, name: name, folder: folder))
    }

    mutating func add(source: String) { sources.append(source) }
}
