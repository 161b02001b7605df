// SPDX-License-Identifier: Apache-2.0

import CGIO
import Host

/// A message's descriptors, open as long as this value or a `Descriptor` from it exists.
final class DescriptorList: Sendable {
    private nonisolated(unsafe) let list: UnsafeMutablePointer<GUnixFDList>

    /// - Parameter list: a reference that this value takes over.
    init(taking list: UnsafeMutablePointer<GUnixFDList>) {
        self.list = list
    }

    deinit { g_object_unref(gpointer(list)) }

    /// The descriptor at `index`, not duplicated.
    subscript(_ index: CInt) -> Descriptor? {
        var count: gint = 0
        let numbers = g_unix_fd_list_peek_fds(list, &count)
        guard let numbers, (0..<count).contains(index) else { return nil }
        return Descriptor(numbers[Int(index)], of: self)
    }
}
