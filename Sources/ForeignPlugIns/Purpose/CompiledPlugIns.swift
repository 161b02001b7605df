// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON

/// Purpose plug-ins that are libraries, and the program of KDE's that runs them outside of an app.
enum CompiledPlugIns {
    private static let versions = ["6", "5"]
    private static let libraries = ["/usr/lib64", "/usr/lib"]

    /// `/usr/lib` and what Debian's multiarch has in it.
    private static var libraryFolders: [String] {
        let inner = (try? Folder(opening: "/usr/lib").names()) ?? []
        return libraries + inner.filter { $0.hasSuffix("-linux-gnu") }.map { "/usr/lib/" + $0 }
    }

    /// The path of the newest purposeprocess; nil where KDE is not installed.
    static var process: String? {
        for version in versions {
            for folder in libraryFolders {
                for place in ["libexec/kf" + version, "kf" + version, "libexec"] {
                    let path = "\(folder)/\(place)/purposeprocess"
                    if access(path, X_OK) == 0 { return path }
                }
            }
        }
        return nil
    }

    static var folders: [String] {
        var folders: [String] = []
        for version in versions {
            for library in libraryFolders {
                folders.append("\(library)/qt\(version)/plugins/kf\(version)/purpose")
                folders.append("\(library)/qt\(version)/plugins/purpose")
            }
        }
        return folders.filter { access($0, F_OK) == 0 }
    }

    /// A library of some megabytes; a larger one is no plug-in.
    private static let maximumBytes = 16 << 20
    /// Of Qt 5, and of Qt 6, which has it in an ELF note.
    private static let marks = ["QTMETADATA !", "qt-project!\0"].map { Array($0.utf8) }

    /// What moc wrote into the library: a mark, four bytes of versions, and a map whose key 4 has the metadata.
    static func metadata(_ path: String) throws(Omission) -> JSON.Object {
        guard let bytes = try? AtomicFile.read(path, limit: maximumBytes, followingLinks: true) else {
            throw Omission("Its file cannot be read.")
        }
        guard let metadata = metadata(in: bytes) else { throw Omission("It says nothing about itself.") }
        return metadata
    }

    static func metadata(in bytes: [UInt8]) -> JSON.Object? {
        for mark in marks {
            var start = bytes.startIndex
            while let first = bytes[start...].firstIndex(of: mark[0]) {
                let rest = bytes[first...]
                if rest.starts(with: mark),
                    case .object(let map)? = CBOR.decode(rest.dropFirst(mark.count + 4)),
                    case .object(let metadata)? = map.value("4")
                {
                    return metadata
                }
                start = first + 1
            }
        }
        return nil
    }
}
