// SPDX-License-Identifier: Apache-2.0
//
// Pictures are untrusted, and their decoders are large and written in C. So the decoders run in a sandbox in
// which a compromised one reaches no file, no network, no other program, and no later request.
//
// The server (`init`, once, before it reads the first byte) gains no privileges (PR_SET_NO_NEW_PRIVS), ends
// with its parent (PR_SET_PDEATHSIG) and keeps only the system calls that its loop and its children need. It
// never decodes a received picture itself, and it closes all descriptors but the standard three. Every other
// call, open, socket and execve among them, fails with EPERM instead of killing the process, because
// libraries try files that they can do without (glibc's locales, /proc, the number of processors).
//
// A child (`enterChild`, one per request) has its own limits and a second, tighter filter: it can signal only
// itself, and can neither wait nor fork. It keeps only the descriptor for its answer, so it can neither write
// to the client nor read the next request. It may start threads (librsvg's filters do), so the filter allows
// clone only with CLONE_THREAD. clone3 hides its flags in memory, where a filter cannot read them; it fails
// with ENOSYS, and glibc then falls back to clone. Memory is never mapped executable.
//
// Limits of a child: address space 256 MiB, 5 s of processor time or less at its request, no byte written to
// a file, no new descriptor, no core. The server watches the wall clock, and kills the child after 20 s.
//
// If the server's filter cannot be installed, the program ends with an error before it reads anything; a
// child that cannot be sandboxed exits without decoding. The child's filter is built in advance, so that
// after the fork it only has to be loaded.
//
// Signal handlers are reset first: Swift's crash reporter starts a program, which is not allowed here and
// could hang.

import CSeccomp
import Glibc

package struct DecoderSandbox {
    private let childFilter: SystemCallFilter

    /// Sandboxes the server, irrevocably.
    package init() throws(IconError) {
        for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] {
            _ = Glibc.signal(signal, SIG_DFL)
        }
        // SIGXCPU must end a child, even if our parent had blocked it.
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        try Self.check("close_range", sandbox_close_from(UInt32(STDERR_FILENO) + 1))
        try Self.check("prctl(PR_SET_PDEATHSIG)", sandbox_die_with_parent())
        try Self.check("prctl(PR_SET_NO_NEW_PRIVS)", sandbox_no_new_privileges())
        try Self.check("setrlimit(RLIMIT_CORE)", sandbox_limit_core(0))
        childFilter = try SystemCallFilter(.child)
        try SystemCallFilter(.server).load()
    }

    /// Exclusive bound of the open descriptors: at most the standard three and two per child are open, and
    /// the kernel always assigns the lowest free number.
    private var highestDescriptor: Int32 { STDERR_FILENO + 2 + 2 * Int32(DrawLimits.children) }

    /// Sandboxes a child, right after the fork. Only `descriptor` stays open.
    func enterChild(keeping descriptor: Int32, processorSeconds: Int) throws(IconError) {
        for other in 0..<highestDescriptor where other != descriptor { close(other) }
        try Self.check("prctl(PR_SET_PDEATHSIG)", sandbox_die_with_parent())
        try Self.check("setrlimit(RLIMIT_AS)", sandbox_limit_memory(DrawLimits.memoryBytes))
        try Self.check("setrlimit(RLIMIT_CPU)", sandbox_limit_cpu(UInt64(processorSeconds)))
        try Self.check("setrlimit(RLIMIT_FSIZE)", sandbox_limit_files(0))
        try Self.check("setrlimit(RLIMIT_NOFILE)", sandbox_limit_descriptors(0))
        try childFilter.allowOwnSignals()
        try childFilter.load()
    }

    private static func check(_ step: String, _ result: Int32) throws(IconError) {
        guard result == 0 else { throw .sandbox(step: step, code: errno) }
    }
}
