// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import CLinux
import Glibc

/// A temporary folder that goes with the test that made it.
final class Scratch {
    let path: String

    /// - Parameter isInMemory: where flushing costs nothing, if there is such a place.
    init(isInMemory: Bool = false) {
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let parent = isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : temporary
        path = parent + "/activityd-test-" + String(UInt64.random(in: .min ... .max), radix: 36)
        mkdir(path, 0o755)
    }

    deinit { Self.erase(path) }

    static func erase(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { erase(inner) }
        }
        rmdir(path)
    }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Makes the folder, and those above it.
    @discardableResult
    func folder(_ name: String) -> String {
        var made = path
        for component in name.split(separator: "/") {
            made += "/" + component
            mkdir(made, 0o755)
        }
        return made
    }

    /// Writes in place, not atomically, as an editor might.
    func write(_ name: String, _ text: String = "") {
        if let slash = name.lastIndex(of: "/") { folder(String(name[..<slash])) }
        guard let file = fopen(self(name), "we") else { return }
        fputs(text, file)
        fclose(file)
    }

    func text(_ name: String) -> String? {
        (try? AtomicFile.read(self(name), limit: 1 << 20)).flatMap {
            $0.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Of the entry itself; nil where nothing is there.
    func mode(_ name: String) -> mode_t? {
        var status = stat()
        return lstat(self(name), &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    func exists(_ name: String) -> Bool { mode(name) != nil }

    /// The names in a folder, sorted.
    func names(_ name: String = ".") -> [String] { Self.names(in: self(name)) }

    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }
}
