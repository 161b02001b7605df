// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A temporary folder that goes with the test that made it; its name is short enough for a socket's path.
package final class Scratch {
    package let path: String

    /// Parent of scratch folders: the tests' runner has one for each run, where it finds leftovers.
    package static let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

    /// A place in memory where programs may run; nil where there is none, as in some containers.
    private static let memory: String? = {
        var status = statvfs()
        guard access("/dev/shm", W_OK) == 0, statvfs("/dev/shm", &status) == 0 else { return nil }
        // ST_NOEXEC of statvfs(3), which Swift's Glibc module lacks.
        return status.f_flag & 8 == 0 ? "/dev/shm" : nil
    }()

    /// - Parameter isInMemory: where flushing costs nothing, if there is such a place.
    package init(isInMemory: Bool = false) {
        let parent = isInMemory ? Self.memory ?? Self.place : Self.place
        var template = Array("\(parent)/activityd-XXXXXX".utf8CString)
        path = String(cString: mkdtemp(&template))
        chmod(path, 0o755)
    }

    deinit { Files.erase(path) }

    package func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Makes the folder, and those above it.
    @discardableResult
    package func folder(_ name: String) -> String {
        Files.makeFolder(self(name))
        return self(name)
    }

    /// Writes in place, not atomically, as an editor might.
    package func write(_ name: String, _ text: String = "") { Files.write(self(name), text) }

    /// The file's text; nil if there is no such file.
    package func text(_ name: String) -> String? { exists(name) ? Files.text(self(name)) : nil }

    /// Mode of the entry itself, without following links; nil if nothing is there.
    package func mode(_ name: String) -> UInt32? { Files.mode(self(name)) }

    package func exists(_ name: String) -> Bool { Files.exists(self(name)) }

    /// The names in a folder, sorted.
    package func names(_ name: String = ".") -> [String] { Files.names(in: self(name)) }
}
