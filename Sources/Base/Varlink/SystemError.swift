// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

package struct SystemError: Error, Hashable, CustomStringConvertible {
    package let call: String
    package let code: CInt

    package init(_ call: String, code: CInt = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Checks the result of a system call that returns -1 on failure.
///
/// - Throws: `SystemError` with errno.
@discardableResult
func checked(_ call: String, _ result: CInt) throws(SystemError) -> CInt {
    guard result >= 0 else { throw SystemError(call) }
    return result
}
