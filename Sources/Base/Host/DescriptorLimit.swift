// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The descriptors that this process may have open (RLIMIT_NOFILE).
package enum DescriptorLimit {
    /// Raises the soft limit as far as the hard one allows.
    ///
    /// - Parameter count: the limit that is wanted.
    /// - Returns: the limit from now on.
    package static func raise(to count: Int = .max) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return count }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, UInt(count)))
        setrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
