// SPDX-License-Identifier: Apache-2.0

import Glibc

package struct SystemdError: Error, Hashable, CustomStringConvertible {
    /// The function's name, such as `sd_event_new`.
    package let call: String
    /// Positive, as errno(3) numbers it.
    package let errno: CInt

    package var reason: String { String(cString: strerror(errno)) }

    package var description: String { "\(call): \(reason)" }

    /// Checks a libsystemd result: a negative value is an errno.
    @discardableResult
    static func check(_ result: CInt, _ call: String) throws(SystemdError) -> CInt {
        guard result >= 0 else { throw SystemdError(call: call, errno: -result) }
        return result
    }
}
