// SPDX-License-Identifier: Apache-2.0

package import CLinux
import Glibc
import Host

/// A temporary folder that goes with the test that made it.
package final class Scratch {
    package let path: String

    /// - Parameter isInMemory: where flushing costs nothing, if there is such a place.
    package init(isInMemory: Bool = false) {
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let parent = isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : temporary
        path = parent + "/activityd-test-" + String(UInt64.random(in: .min ... .max), radix: 36)
        mkdir(path, 0o755)
    }

    deinit { Self.erase(path) }

    package static func erase(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { erase(inner) }
        }
        rmdir(path)
    }

    package func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Makes the folder, and those above it.
    @discardableResult
    package func folder(_ name: String) -> String {
        var made = path
        for component in name.split(separator: "/") {
            made += "/" + component
            mkdir(made, 0o755)
        }
        return made
    }

    /// Writes in place, not atomically, as an editor might.
    package func write(_ name: String, _ text: String = "") {
        if let slash = name.lastIndex(of: "/") { folder(String(name[..<slash])) }
        guard let file = fopen(self(name), "we") else { return }
        fputs(text, file)
        fclose(file)
    }

    package func text(_ name: String) -> String? {
        (try? AtomicFile.read(self(name), limit: 1 << 20)).flatMap {
            $0.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Of the entry itself; nil where nothing is there.
    package func mode(_ name: String) -> mode_t? {
        var status = stat()
        return lstat(self(name), &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    package func exists(_ name: String) -> Bool { mode(name) != nil }

    /// The names in a folder, sorted.
    package func names(_ name: String = ".") -> [String] { Self.names(in: self(name)) }

    package static func names(in folder: String) -> [String] {
        (try? Folder(opening: folder).names()) ?? []
    }
}
