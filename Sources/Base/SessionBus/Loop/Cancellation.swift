// SPDX-License-Identifier: Apache-2.0

import CGIO

/// Tells work on another thread that its result is no longer wanted; permanent once cancelled.
package final class Cancellation: @unchecked Sendable {
    private let cancellable = g_cancellable_new()
    /// Readable after cancellation; -1 if no descriptor was available.
    package let descriptor: Int32

    package init() {
        descriptor = g_cancellable_get_fd(cancellable)
    }

    deinit {
        if descriptor >= 0 { g_cancellable_release_fd(cancellable) }
        g_object_unref(gpointer(cancellable))
    }

    package func cancel() { g_cancellable_cancel(cancellable) }

    package var isCancelled: Bool { g_cancellable_is_cancelled(cancellable) != 0 }
}
