// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

/// A program that turns plug-ins of another format into bundles.
package struct Generator: Hashable, Sendable {
    /// Name of the program's file, and of the folder of its bundles.
    package let name: String
    package let path: String
    /// The program's device, inode, size and mtime; a replaced program has another stamp.
    private let stamp: [Int]

    init(name: String, path: String, _ status: stat) {
        self.name = name
        self.path = path
        stamp = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), status.st_size,
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }
}

/// Finds the generators in a list of folders by the rules of systemd.generator(7): the first file of a name
/// counts, and a link to /dev/null hides later ones of its name.
struct GeneratorSearch {
    private(set) var generators: [Generator] = []
    /// Sentences on files that are not runnable programs, and on folders and files that cannot be read.
    private(set) var problems: [String] = []
    private(set) var gap = ScanGap.none
    private var names: Set<String> = []

    /// - Parameter reportPath: called with each folder and program before it is opened.
    init(in folders: [String], reportPath: (String) -> Void) {
        for folder in folders {
            reportPath(folder)
            do throws(StorageError) {
                try scan(Folder(opening: folder), reportPath: reportPath)
            } catch .storage(_, _, ENOENT) {
                continue
            } catch {
                problems.append(error.description)
                gap = max(gap, error.gap)
            }
        }
        generators.sort { $0.name < $1.name }
    }

    private mutating func scan(
        _ folder: borrowing Folder, reportPath: (String) -> Void
    ) throws(StorageError) {
        for name in try folder.names() where Self.isProgramName(name) && names.insert(name).inserted {
            let path = folder.path + "/" + name
            let target: stat?
            reportPath(path)
            do throws(StorageError) {
                target = try folder.target(of: name)
            } catch {
                problems.append(error.description)
                gap = max(gap, error.gap)
                continue
            }
            if let target, Folder.isNull(target) { continue }
            guard let status = target, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else {
                problems.append("\(path) is no program that can be run. Make it executable, or take it away.")
                continue
            }
            generators.append(Generator(name: name, path: path, status))
        }
    }

    /// Excludes hidden files, backups, and files of a running package installation.
    private static func isProgramName(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.hasSuffix("~") && !name.contains(".dpkg-")
    }
}
