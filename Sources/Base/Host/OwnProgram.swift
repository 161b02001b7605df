// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The programs that are built and installed together with this one.
package enum OwnProgram {
    private static let installed = "/usr/libexec/activityd"

    /// The path of the program beside the running one, else of the installed one.
    package static func path(_ name: String) -> String {
        // An upgrade may have removed the file, but not its folder.
        let beside = LinkText.of("/proc/self/exe").map { Folder.split($0).folder + "/" + name }
        return beside.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? installed + "/" + name
    }
}
