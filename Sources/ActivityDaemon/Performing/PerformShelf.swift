// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import Glibc
import Host

/// Where the folders of all performs stand: those that run, and those that ended within the hour.
struct PerformShelf: Sendable {
    /// Of a token, in bytes: too many to be hit by chance, and few enough for a socket's path.
    private static let tokenBytes = 8

    let path: String
    private let stores: PerformStores

    init(_ setting: PerformSetting, _ remover: Remover) {
        self.init(
            path: setting.runtimeFolder + "/activityd/performs", stores: setting.cacheFolder + "/performs",
            remover)
    }

    init(path: String, stores: String, _ remover: Remover) {
        self.path = path
        self.stores = PerformStores(path: stores, remover: remover)
    }

    func make() throws(PerformRefusal) -> PerformFolder {
        mkdir(String(path.dropLast("/performs".count)), 0o700)
        var generator = SystemRandomNumberGenerator()
        let token = String(generator.next() as UInt64, radix: 16)
        let padding = String(repeating: "0", count: Self.tokenBytes * 2 - token.count)
        return try PerformFolder(making: padding + token, in: path, stores)
    }

    /// The folder of a unit; nil for one that was not started here.
    func folder(of unit: String) -> PerformFolder? {
        guard let token = Self.token(of: unit) ?? linkedToken(unit), Self.isToken(token) else { return nil }
        let folder = folder(token: token)
        return folder.record?.unit == unit ? folder : nil
    }

    /// Writes down what process was started, and lets its folder be found by it.
    func record(_ process: SpawnedProcess, as record: PerformRecord, in folder: PerformFolder) {
        // Without it the next daemon knows nothing of this.
        try? folder.save(record.naming(process))
        folder.link(process.unit)
    }

    /// The folder of a token, whether it is there or not.
    func folder(token: String) -> PerformFolder {
        PerformFolder(token: token, in: path, stores)
    }

    /// The tokens of all folders.
    var tokens: [String] { names.filter { Self.isToken($0) } }

    /// Takes away a folder, and the link that leads to it.
    func remove(_ folder: PerformFolder, by disk: any Disk) {
        disk.run(at: stores.path) { folder.remove() }
    }

    /// Takes away what ended sessions have left on the disk, and what an earlier daemon did not come to removing.
    func sweep(by disk: any Disk) {
        disk.run(at: stores.path) { [self] in
            stores.sweep()
            try? stores.remover.sweep(path)
        }
    }

    /// Takes away the links that lead nowhere.
    func removeLinks(by disk: any Disk) {
        disk.run(at: path) { [self] in removeLinks() }
    }

    private func removeLinks() {
        for name in names where !Self.isToken(name) && access(path + "/" + name, F_OK) != 0 {
            unlink(path + "/" + name)
        }
    }

    private var names: Set<String> { FolderNames.read(path) }

    /// The random part of a service's name.
    private static func token(of unit: String) -> String? {
        guard unit.hasSuffix(".service"), let at = unit.lastIndex(of: "@") else { return nil }
        return String(unit[unit.index(after: at)...].dropLast(".service".count))
    }

    private func linkedToken(_ unit: String) -> String? {
        let prefix = SpawnedProcess.unitPrefix
        guard unit.hasPrefix(prefix), unit.dropFirst(prefix.count).allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        return PerformFolder.token(linkedAt: path + "/" + unit)
    }

    private static func isToken(_ name: String) -> Bool {
        name.utf8.count == tokenBytes * 2
            && name.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 &- UInt8(ascii: "a") < 6 }
    }
}
