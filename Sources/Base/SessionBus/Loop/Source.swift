// SPDX-License-Identifier: Apache-2.0
//
// GLib's main loop for Swift: each wait belongs to a value, and ends with it.

import CGIO

/// An event source of the loop of the creating thread; its release ends the wait.
package final class Source {
    package struct Conditions: OptionSet, Sendable {
        package let rawValue: UInt32
        package static let readable = Conditions(rawValue: G_IO_IN.rawValue)
        package static let writable = Conditions(rawValue: G_IO_OUT.rawValue)
        package static let hungUp = Conditions(rawValue: G_IO_HUP.rawValue | G_IO_ERR.rawValue)

        package init(rawValue: UInt32) { self.rawValue = rawValue }
    }

    private let source: UnsafeMutablePointer<GSource>?

    /// Watches a descriptor, which the caller must keep open as long.
    package init(
        watching descriptor: Int32, for conditions: Conditions, _ onReady: @escaping () -> Void
    ) {
        source = g_unix_fd_source_new(descriptor, GIOCondition(conditions.rawValue))
        let callback: GUnixFDSourceFunc = { _, _, box in
            Callback.call(box)
            return 1
        }
        attach(unsafeBitCast(callback, to: GSourceFunc.self), onReady)
    }

    /// Calls once, after `delay`.
    ///
    /// - Parameter isLast: whether other due events have priority.
    package init(after delay: Duration, isLast: Bool = false, _ body: @escaping () -> Void) {
        let (seconds, attoseconds) = delay.components
        source = g_timeout_source_new(guint(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        if isLast { g_source_set_priority(source, G_PRIORITY_DEFAULT_IDLE) }
        attach(
            { box in
                Callback.call(box)
                return 0
            }, body)
    }

    /// Calls whenever the signal arrives: SIGHUP, SIGINT, SIGTERM, SIGUSR1 or SIGUSR2.
    package init(signal: Int32, _ body: @escaping () -> Void) {
        source = g_unix_signal_source_new(signal)
        attach(
            { box in
                Callback.call(box)
                return 1
            }, body)
    }

    private func attach(_ function: @escaping GSourceFunc, _ body: @escaping () -> Void) {
        g_source_set_callback(source, function, Callback(body).retained, Callback.release)
        g_source_attach(source, g_main_context_get_thread_default())
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}
