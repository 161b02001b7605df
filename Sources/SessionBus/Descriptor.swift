// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc

/// A file descriptor that is open as long as this value.
package final class Descriptor: Sendable {
    package let number: CInt
    /// The message's list, which closes it; nil for one of our own.
    private nonisolated(unsafe) let list: UnsafeMutablePointer<GUnixFDList>?

    /// - Parameter number: is taken over; nil where it is an error's.
    package init?(_ number: CInt) {
        guard number >= 0 else { return nil }
        (self.number, list) = (number, nil)
    }

    /// A message's, without a copy.
    init?(_ list: UnsafeMutablePointer<GUnixFDList>, _ index: CInt) {
        var count: gint = 0
        let numbers = g_unix_fd_list_peek_fds(list, &count)
        guard let numbers, (0..<count).contains(index) else { return nil }
        number = numbers[Int(index)]
        self.list = list
        g_object_ref(gpointer(list))
    }

    deinit {
        if let list { g_object_unref(gpointer(list)) } else { close(number) }
    }
}
