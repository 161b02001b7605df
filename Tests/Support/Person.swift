// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A person to whom root's files are closed.
package enum Person {
    private static let nobody: uid_t = 65_534

    /// Does `work` with the rights on files that such a person has. Only this thread's are changed.
    package static func act<Result>(_ work: () throws -> Result) rethrows -> Result {
        guard geteuid() == 0 else { return try work() }
        _ = setGroup(nobody)
        _ = setUser(nobody)
        defer {
            _ = setUser(0)
            _ = setGroup(0)
        }
        return try work()
    }
}

// Swift's Glibc module lacks sys/fsuid.h.
@_silgen_name("setfsuid") private func setUser(_ user: uid_t) -> CInt
@_silgen_name("setfsgid") private func setGroup(_ group: gid_t) -> CInt
