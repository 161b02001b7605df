// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc

/// A file descriptor of our own, closed with this value.
package final class Descriptor: Sendable {
    package let number: CInt

    /// - Parameter number: is taken over; nil where it is an error's.
    package init?(_ number: CInt) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// A copy of a message's.
    convenience init?(_ list: UnsafeMutablePointer<GUnixFDList>, _ index: CInt) {
        guard index >= 0, index < g_unix_fd_list_get_length(list) else { return nil }
        self.init(g_unix_fd_list_get(list, index, nil))
    }

    deinit { close(number) }
}
