// SPDX-License-Identifier: Apache-2.0

import CSeccomp
import Glibc

/// System calls that the kernel refuses, as a file system would: a filter of seccomp(2) on one thread.
package enum RefusedCalls {
    package enum Call: Sendable {
        /// renameat2(2) with RENAME_EXCHANGE.
        case exchange
        case link
        /// Every other rename.
        case rename
        case unlink

        fileprivate var rules: [(call: String, conditions: [scmp_arg_cmp])] {
            let exchanges = UInt64(2)
            func flags(_ value: UInt64) -> [scmp_arg_cmp] {
                [scmp_arg_cmp(arg: 4, op: SCMP_CMP_MASKED_EQ, datum_a: exchanges, datum_b: value)]
            }
            switch self {
            case .exchange: return [("renameat2", flags(exchanges))]
            case .link: return [("linkat", [])]
            case .rename: return [("renameat2", flags(0)), ("renameat", [])]
            case .unlink: return [("unlinkat", [])]
            }
        }
    }

    /// Refuses a call on this thread from now on.
    package static func refuse(_ call: Call, _ error: Int32) {
        guard let filter = seccomp_init(SCMP_ACT_ALLOW) else { return }
        defer { seccomp_release(filter) }
        for rule in call.rules {
            seccomp_rule_add_array(
                filter, seccomp_action_errno(UInt16(error)), seccomp_syscall_resolve_name(rule.call),
                UInt32(rule.conditions.count), rule.conditions)
        }
        seccomp_load(filter)
    }

    /// Runs `body` on a thread of its own, which ends with all that it refuses.
    package static func onThread<Answer>(_ body: () throws -> Answer) throws -> Answer {
        try withoutActuallyEscaping(body) { body in
            let work = Work(body)
            var thread = pthread_t()
            let started = pthread_create(
                &thread, nil,
                { context in
                    context.map { Unmanaged<AnyWork>.fromOpaque($0).takeUnretainedValue() }?.run()
                    return nil
                }, Unmanaged<AnyWork>.passUnretained(work).toOpaque())
            guard started == 0 else { throw NoThread(code: started) }
            pthread_join(thread, nil)
            guard let result = work.result else { throw NoThread(code: 0) }
            return try result.get()
        }
    }

    private struct NoThread: Error {
        /// An error number.
        let code: Int32
    }

    private class AnyWork {
        func run() {}
    }

    private final class Work<Answer>: AnyWork {
        private let body: () throws -> Answer
        private(set) var result: Result<Answer, any Error>?

        init(_ body: @escaping () throws -> Answer) { self.body = body }

        override func run() { result = Result { try body() } }
    }
}
