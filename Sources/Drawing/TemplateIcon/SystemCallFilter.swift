// SPDX-License-Identifier: Apache-2.0

import CSeccomp
import Glibc

/// A list of allowed system calls for the kernel (seccomp(2)). All others fail with EPERM, except clone3
/// (ENOSYS).
package final class SystemCallFilter {
    enum Role { case server, child }

    private let context: scmp_filter_ctx

    /// Calls for reading and writing open descriptors, memory, clocks, scheduling, the process's own signals
    /// and attributes, and exit. mmap and mprotect are allowed only without PROT_EXEC.
    private static let common = [
        "read", "write", "close", "lseek", "fstat", "newfstatat", "munmap", "mremap", "madvise", "brk",
        "futex",
        "exit", "exit_group", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "getrandom",
        "clock_gettime", "gettid", "getpid", "prctl", "seccomp",
        "set_robust_list",
        "rseq", "sched_getaffinity", "sched_yield", "restart_syscall",
    ]

    /// Calls of the server's loop, which waits, and starts, limits and kills children.
    private static let server = [
        "poll", "ppoll", "pipe", "pipe2", "wait4", "kill", "tgkill", "getppid", "prlimit64",
        "setpriority",
    ]

    init(_ role: Role) throws(IconError) {
        guard let context = seccomp_init(seccomp_action_errno(UInt16(EPERM))) else {
            throw .sandbox(step: "seccomp_init", code: ENOMEM)
        }
        self.context = context
        for call in Self.common { try allow(call) }
        for call in ["mmap", "mprotect"] { try allow(call, argument: 2, mask: UInt64(PROT_EXEC), value: 0) }
        try add(seccomp_action_errno(UInt16(ENOSYS)), "clone3", [])
        switch role {
        case .server:
            for call in Self.server { try allow(call) }
            try allow("clone", argument: 0, mask: Self.namespaces, value: 0)
        case .child:
            // glibc reads the stack limit by prlimit64; with another process's id the call could change that
            // process's limits.
            try allow("prlimit64", argument: 0, mask: UInt64.max, value: 0)
            try allow("clone", argument: 0, mask: Self.thread | Self.namespaces, value: Self.thread)
        }
    }

    deinit { seccomp_release(context) }

    /// Allows abort(3) to end only this process. Call after the fork, because the rule contains the process
    /// ID.
    func allowOwnSignals() throws(IconError) {
        try allow("tgkill", argument: 0, mask: UInt64.max, value: UInt64(getpid()))
    }

    /// Loads the filter into the kernel, for this process and all its children.
    func load() throws(IconError) {
        try Self.check("seccomp_load", seccomp_load(context))
    }

    /// CLONE_THREAD, and CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (macros in
    /// sched.h).
    private static let thread: UInt64 = 0x0001_0000
    private static let namespaces: UInt64 = 0x7E02_0080

    private func allow(_ call: String) throws(IconError) { try add(SCMP_ACT_ALLOW, call, []) }

    private func allow(_ call: String, argument: UInt32, mask: UInt64, value: UInt64) throws(IconError) {
        let condition = scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
        try add(SCMP_ACT_ALLOW, call, [condition])
    }

    private func add(_ action: UInt32, _ call: String, _ conditions: [scmp_arg_cmp]) throws(IconError) {
        let number = seccomp_syscall_resolve_name(call)
        let result = seccomp_rule_add_array(context, action, number, UInt32(conditions.count), conditions)
        try Self.check("the rule for \(call)", result)
    }

    private static func check(_ step: String, _ result: Int32) throws(IconError) {
        guard result == 0 else { throw .sandbox(step: step, code: -result) }
    }
}
