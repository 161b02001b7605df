// SPDX-License-Identifier: Apache-2.0

import CGIO
import Host

/// Work that may wait for a disk, a server or the bus, on a thread of its own: unlike in a pool, work that
/// hangs blocks no other. The result returns to the loop of the calling thread.
package final class Errand: @unchecked Sendable {
    private let context = g_main_context_ref_thread_default()
    private var work: (() -> Void)?
    private var done: (() -> Void)?

    private init() {}

    deinit { g_main_context_unref(context) }

    /// - Returns: whether a thread could be created; if not, `then` is not called.
    package static func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void
    ) -> Bool {
        let slot = Slot<Result>()
        let errand = Errand()
        errand.work = { slot.put(work()) }
        errand.done = { if let result = slot.take() { then(result) } }
        let pointer = Unmanaged.passRetained(errand).toOpaque()
        guard let thread = g_thread_try_new("errand", perform, pointer, nil) else {
            Unmanaged<Errand>.fromOpaque(pointer).release()
            return false
        }
        g_thread_unref(thread)
        return true
    }

    /// Waits for the result, and serves the loop meanwhile.
    ///
    /// - Parameter timeout: nil to wait without limit.
    /// - Returns: nil on timeout, or if no thread could be created.
    package static func result<Result: Sendable>(
        within timeout: Duration?, _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        var (result, isLate) = (Result?.none, false)
        guard run(work, then: { result = $0 }) else { return nil }
        let timer = timeout.map { Source(after: $0) { isLate = true } }
        withExtendedLifetime(timer) { Loop.run { result != nil || isLate } }
        return result
    }

    private static let perform: GThreadFunc = { pointer in
        guard let pointer else { return nil }
        Unmanaged<Errand>.fromOpaque(pointer)._withUnsafeGuaranteedRef { errand in
            let work = errand.work
            errand.work = nil
            work?()
            let source = g_idle_source_new()
            g_source_set_priority(source, G_PRIORITY_DEFAULT)
            g_source_set_callback(source, finish, pointer, Callback.release)
            g_source_attach(source, errand.context)
            g_source_unref(source)
        }
        return nil
    }

    /// Calls `done`, and releases the closures' captures, on the loop of the thread that called `run`.
    private static let finish: GSourceFunc = { pointer in
        guard let pointer else { return 0 }
        let errand = Unmanaged<Errand>.fromOpaque(pointer).takeUnretainedValue()
        let done = errand.done
        errand.done = nil
        done?()
        return 0
    }
}
