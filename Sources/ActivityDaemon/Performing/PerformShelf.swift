// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import CLinux
import Glibc
import Systemd

/// Where the folders of all performs stand: those that run, and those that ended within the hour.
struct PerformShelf {
    /// How long a result is kept, in microseconds: long enough for a sheet that was closed and opened again.
    static let keepingTime = 3_600_000_000
    /// So many results are kept: with the largest output that is 100 MiB of memory, as a rule a few hundred
    /// KiB.
    static let maximumResults = 256
    /// Of a token, in bytes: nobody hits it by chance, and a socket's path has room for it.
    private static let tokenBytes = 8

    let path: String

    init(runtimeFolder: String) {
        path = runtimeFolder + "/activityd/performs"
    }

    func make() throws(PerformRefusal) -> PerformFolder {
        mkdir(String(path.dropLast("/performs".count)), 0o700)
        var generator = SystemRandomNumberGenerator()
        let token = String(generator.next() as UInt64, radix: 16)
        let padding = String(repeating: "0", count: Self.tokenBytes * 2 - token.count)
        return try PerformFolder(making: padding + token, in: path)
    }

    /// The folder of a unit; nil for one that was not started here.
    func folder(of unit: String) -> PerformFolder? {
        guard let token = Self.token(of: unit) ?? linkedToken(unit), Self.isToken(token) else { return nil }
        let folder = PerformFolder(token: token, in: path)
        return folder.record?.unit == unit ? folder : nil
    }

    /// Lets the folder of a process be found by the process.
    func link(_ unit: String, to folder: PerformFolder) {
        unlink(path + "/" + unit)
        symlink(folder.token, path + "/" + unit)
    }

    /// All of them, by token.
    var folders: [PerformFolder] {
        names.filter { Self.isToken($0) }.map { PerformFolder(token: $0, in: path) }
    }

    /// Takes away what ended more than an hour ago, and the oldest beyond the number that is kept.
    ///
    /// - Parameter isAlive: whether something of a unit still runs, so that its folder stays.
    func sweep(now: Int = Clock.sinceBoot, isAlive: (String) -> Bool) {
        var ended: [(time: Int, folder: PerformFolder)] = []
        for folder in folders where !isAlive(folder.token) {
            guard let result = folder.result, folder.record != nil else {
                folder.remove()
                continue
            }
            ended.append((result.ended, folder))
        }
        ended.sort { $0.time > $1.time }
        for (index, entry) in ended.enumerated()
        where index >= Self.maximumResults || now - entry.time >= Self.keepingTime {
            entry.folder.remove()
        }
        for name in names where !Self.isToken(name) && access(path + "/" + name, F_OK) != 0 {
            unlink(path + "/" + name)
        }
    }

    private var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// The random part of a service's name.
    private static func token(of unit: String) -> String? {
        guard unit.hasSuffix(".service"), let at = unit.lastIndex(of: "@") else { return nil }
        return String(unit[unit.index(after: at)...].dropLast(".service".count))
    }

    private func linkedToken(_ unit: String) -> String? {
        guard unit.hasPrefix("process-"), unit.dropFirst(8).allSatisfy({ ("0"..."9").contains($0) }) else {
            return nil
        }
        var buffer = [CChar](repeating: 0, count: 64)
        let count = readlink(path + "/" + unit, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func isToken(_ name: String) -> Bool {
        name.utf8.count == tokenBytes * 2
            && name.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 &- UInt8(ascii: "a") < 6 }
    }
}
