// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// The folder of all performs' private folders: running, or ended within the hour.
struct PrivateFolders: Sendable {
    /// Bytes of a token, each two hexadecimal digits: enough to avoid collisions, and few enough for a
    /// socket's path.
    private static let tokenBytes = 8

    let path: String
    private let stores: DiskStores

    init(_ settings: PerformerSettings, _ remover: Remover) {
        self.init(
            path: settings.runtimeFolder + "/activityd/performs", stores: settings.cacheFolder + "/performs",
            remover)
    }

    init(path: String, stores: String, _ remover: Remover) {
        self.path = path
        self.stores = DiskStores(path: stores, remover: remover)
    }

    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        let token = String(generator.next() as UInt64, radix: 16)
        return String(repeating: "0", count: tokenBytes * 2 - token.count) + token
    }

    func make(_ token: String) throws(PerformRefusal) -> PrivateFolder {
        mkdir(String(path.dropLast("/performs".count)), 0o700)
        return try PrivateFolder(making: token, in: path, stores)
    }

    /// The folder of a token, which may not exist.
    func folder(token: String) -> PrivateFolder {
        PrivateFolder(token: token, in: path, stores)
    }

    var all: [PrivateFolder] {
        FolderNames.read(path).filter(Self.isToken).map { folder(token: $0) }
    }

    func remove(_ folder: PrivateFolder, by disk: any Disk) {
        disk.run(at: stores.path) { folder.remove() }
    }

    /// Removes stores of ended sessions, and trees whose removal was interrupted.
    func sweep(by disk: any Disk) {
        disk.run(at: stores.path) { [self] in
            stores.sweep()
            try? stores.remover.sweep(path)
        }
    }

    private static func isToken(_ name: String) -> Bool {
        name.utf8.count == tokenBytes * 2
            && name.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 &- UInt8(ascii: "a") < 6 }
    }
}

enum FolderNames {
    /// Empty if the folder cannot be read.
    static func read(_ path: String) -> [String] { (try? Folder(opening: path).names()) ?? [] }
}
