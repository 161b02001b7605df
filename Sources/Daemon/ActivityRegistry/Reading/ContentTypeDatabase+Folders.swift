// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

extension ContentTypeDatabase {
    /// Maximum size of a file, in bytes: eighty times the size of shared-mime-info's.
    private static let maximumBytes = 4 << 20

    /// Reads `aliases` and `subclasses` from the shared-mime-info database's folders, the most important
    /// folder first. A missing or unreadable file is skipped.
    package init(folders: [String]) {
        self.init(files: Self.files(folders))
    }

    init(files: Files) {
        self.init()
        for folder in files {
            if let bytes = folder.aliases { add(aliases: String(decoding: bytes, as: UTF8.self)) }
            if let bytes = folder.subclasses { add(subclasses: String(decoding: bytes, as: UTF8.self)) }
        }
    }

    /// Contents of a folder's files; nil for a missing or unreadable file.
    struct FolderFiles: Equatable {
        let aliases: [UInt8]?
        let subclasses: [UInt8]?
    }

    typealias Files = [FolderFiles]

    /// - Parameter reportPath: called with each folder before it is read.
    static func files(_ folders: [String], reportPath: (String) -> Void = { _ in }) -> Files {
        func bytes(_ path: String) -> [UInt8]? { (try? AtomicFile.read(path, limit: maximumBytes)) ?? nil }
        return folders.map {
            reportPath($0)
            return FolderFiles(aliases: bytes($0 + "/aliases"), subclasses: bytes($0 + "/subclasses"))
        }
    }
}

/// The machine's content types, cached until their files change.
struct ContentTypeSource {
    private let folders: [String]
    private var files: ContentTypeDatabase.Files = []
    private var types = ContentTypeDatabase()

    init(_ folders: [String]) {
        self.folders = folders
    }

    /// Reads the files, and parses them only if they have changed: parsing costs more than reading.
    mutating func read(reportPath: (String) -> Void) -> ContentTypeDatabase {
        let found = ContentTypeDatabase.files(folders, reportPath: reportPath)
        guard found != files else { return types }
        files = found
        types = ContentTypeDatabase(files: found)
        return types
    }
}
