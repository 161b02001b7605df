// SPDX-License-Identifier: Apache-2.0

import CGIO

/// The loop of the calling thread: its own if it has one, else the program's.
package enum Loop {
    package static func run(until isDone: () -> Bool) {
        let context = g_main_context_get_thread_default()
        while !isDone() { g_main_context_iteration(context, 1) }
    }

    /// Gives the thread a loop of its own while `body` runs.
    package static func ofItsOwn<Result>(_ body: () throws -> Result) rethrows -> Result {
        let context = g_main_context_new()
        g_main_context_push_thread_default(context)
        defer {
            g_main_context_pop_thread_default(context)
            g_main_context_unref(context)
        }
        return try body()
    }
}
