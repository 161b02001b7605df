// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A folder of its own for one test, with a name short enough for a socket's path.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/varlink-XXXXXX".utf8CString)
        path = String(cString: mkdtemp(&template))
    }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                unlink(path + "/" + name)
            }
            closedir(folder)
        }
        rmdir(path)
    }
}
