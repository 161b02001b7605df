// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The limit on this process's open descriptors (RLIMIT_NOFILE).
package enum DescriptorLimit {
    /// Raises the soft limit as far as the hard limit allows.
    ///
    /// - Parameter count: the desired limit.
    /// - Returns: the new limit; `count` if the current one cannot be read.
    package static func raise(to count: Int = .max) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return count }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, UInt(count)))
        setrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
