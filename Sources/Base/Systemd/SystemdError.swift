// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A call of libsystemd that failed.
package struct SystemdError: Error, Hashable, CustomStringConvertible {
    /// The function's name, such as `sd_event_new`.
    package let call: String
    /// Positive, as errno(3) numbers it.
    package let errno: CInt

    /// The errno in words.
    package var reason: String { String(cString: strerror(errno)) }

    package var description: String { "\(call): \(reason)" }

    /// libsystemd's convention: negative is an errno, anything else a result.
    @discardableResult
    static func check(_ result: CInt, _ call: String) throws(SystemdError) -> CInt {
        guard result >= 0 else { throw SystemdError(call: call, errno: -result) }
        return result
    }
}
