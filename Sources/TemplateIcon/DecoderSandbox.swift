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
// Pictures of sheets and checks are drawn with letters, and letters need fonts: whichever of the machine's
// hundreds a title turns out to be written in, opened by Pango when it comes to it. So `activity-draw
// --pictures`, which activityctl alone starts, has a filter that also opens files, for reading only (it
// checks open's flags). The icons in such a picture have not been judged yet when an author checks a
// bundle, so Landlock (`confine`) limits reading to the fonts' folders, once fontconfig has said which
// these are; a kernel without Landlock leaves the person's own files readable, by a process that can send
// what it reads only to the person. It writes nothing, not even fontconfig's caches; fontconfig's complaint
// about that goes to /dev/null. The daemon's activity-draw is started without the
// argument: its filter has no open at all, and nothing here changes that.
//
// Signal handlers are reset first: Swift's crash reporter starts a program, which is not allowed here and
// could hang.

import CSeccomp
import Glibc

/// The walls around the decoders.
package struct DecoderSandbox {
    private let childFilter: SystemCallFilter
    private let limits: DrawLimits
    private let reach: SystemCallFilter.Reach

    /// Closes the server off, for good.
    package init(
        limits: DrawLimits, reach: SystemCallFilter.Reach = .nothing
    ) throws(IconError) {
        self.limits = limits
        self.reach = reach
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
        childFilter = try SystemCallFilter(.child, reach)
        try SystemCallFilter(.server, reach).load()
    }

    /// The standard three and two for each child are all that is ever open, and the lowest free number is
    /// taken.
    private var highestDescriptor: Int32 { STDERR_FILENO + 2 + 2 * Int32(limits.children) }

    /// Closes a child off, right after the fork. `descriptor` alone stays open.
    func enterChild(keeping descriptor: Int32, processorSeconds: Int) throws(IconError) {
        for other in 0..<highestDescriptor where other != descriptor { close(other) }
        try Self.check("prctl(PR_SET_PDEATHSIG)", sandbox_die_with_parent())
        try Self.check("setrlimit(RLIMIT_AS)", sandbox_limit_memory(limits.memoryBytes))
        try Self.check("setrlimit(RLIMIT_CPU)", sandbox_limit_cpu(UInt64(processorSeconds)))
        try Self.check("setrlimit(RLIMIT_FSIZE)", sandbox_limit_files(0))
        let descriptors: UInt64 = reach == .nothing ? 0 : Self.fontDescriptors
        try Self.check("setrlimit(RLIMIT_NOFILE)", sandbox_limit_descriptors(descriptors))
        try childFilter.allowOwnSignals()
        try childFilter.load()
    }

    /// Fonts are mapped and closed again; a picture of every script opens a few dozen, not at once.
    private static let fontDescriptors: UInt64 = 64

    /// Narrows what can be read to what lies beneath these folders, where the kernel has Landlock.
    package func confine(to folders: Set<String>) throws(IconError) {
        let rules = sandbox_landlock_rules()
        guard rules >= 0 else {
            if errno == ENOSYS || errno == EOPNOTSUPP { return }
            throw errno == EPERM ? .landlockForbidden : .sandbox(step: "landlock_create_ruleset", code: errno)
        }
        defer { close(rules) }
        for folder in folders { _ = sandbox_landlock_allow_reading(rules, folder) }
        try Self.check("landlock_restrict_self", sandbox_landlock_close(rules))
    }

    private static func check(_ step: String, _ result: Int32) throws(IconError) {
        guard result == 0 else { throw .sandbox(step: step, code: errno) }
    }
}
