// SPDX-License-Identifier: Apache-2.0
//
// Pictures come from strangers, and their decoders are large and written in C. So they run where a decoder that
// was taken over by a picture has nothing to take: no file, no network, no other program, and no later
// request.
//
// The server (`init`, once, before the first byte is read) gains no privileges (PR_SET_NO_NEW_PRIVS),
// ends with its parent (PR_SET_PDEATHSIG) and is left with the system calls that its loop and its children
// need. It never looks at a picture itself, and it starts with no descriptor but the standard three.
// Everything else, open, socket and execve among them, fails with EPERM rather than kill, because libraries
// try files that they can do without (glibc's locales, /proc, the number of processors).
//
// A child (`enterChild`, one a request) has its own limits and a second, tighter filter: it can signal only
// itself, and neither wait nor fork. Of its descriptors it keeps the one that its answer goes to, so it
// can neither write to the client nor read the next request. It may start threads (librsvg's filters do), so
// clone is allowed with CLONE_THREAD only. clone3 hides its flags in memory, where a filter cannot look; it
// fails with ENOSYS, upon which glibc takes clone. Memory is never mapped executable.
//
// Limits of a child: address space 256 MiB, 5 s of processor time or what its request says, no byte written to
// a file, no new descriptor, no core. The wall clock is watched by the server, which kills at 5 s.
//
// A filter that cannot be installed is an error and the end of the program; nothing is read without it. The
// child's filter is built beforehand, so that only loading it is left to do after the fork.
//
// Signal handlers are reset first: Swift's crash reporter starts a program, which is not allowed here and
// could hang.

import CSeccomp
import Glibc

/// The walls around the decoders.
package struct DecoderSandbox {
    private let childFilter: SystemCallFilter

    /// Closes the server off, for good.
    package init() throws(IconError) {
        for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] {
            _ = Glibc.signal(signal, SIG_DFL)
        }
        // SIGXCPU ends a child, whatever the program that started us has blocked.
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

    /// The standard three and two for each child are all that is ever open, and the lowest free number is
    /// taken.
    private var highestDescriptor: Int32 { STDERR_FILENO + 2 + 2 * Int32(DrawLimits.children) }

    /// Closes a child off, right after the fork. `descriptor` alone stays open.
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
