// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The programs that are built and installed together with this one.
package enum OwnProgram {
    private static let installed = "/usr/libexec/activityd"

    /// The path of the one beside the running program, else of the installed one.
    package static func path(_ name: String) -> String {
        let beside = running.map { Folder.split($0).folder + "/" + name }
        return beside.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? installed + "/" + name
    }

    private static var running: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
