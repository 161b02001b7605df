// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The system's description of an error number: strerror(3).
package enum ErrorText {
    package static func of(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}
