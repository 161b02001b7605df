// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// A bundle's folder as a command line names it.
enum BundleArgument {
    /// Its path from the root, without links.
    static func absolute(_ path: String) throws -> String {
        guard let full = realpath(path, nil) else {
            throw Failure("\(printable(path)): \(ErrorText.of()).")
        }
        defer { free(full) }
        return String(cString: full)
    }
}
