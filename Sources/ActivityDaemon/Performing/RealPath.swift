// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Paths without links in them: mounts are made on no others.
enum RealPath {
    /// The path itself where it leads nowhere, or to where no text says.
    static func of(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(validatingCString: real) ?? path
    }
}
