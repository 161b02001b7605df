// SPDX-License-Identifier: Apache-2.0 libseccomp, its actions that are function-like macros, and other calls
// that a sandbox needs and Swift cannot make (fork, the variadic prctl, setrlimit's enum). No feature macros:
// they change glibc types such as fd_set, and the compiler rejects two modules (this one, Swift's Glibc,
// GLib's) that define a type differently.
#pragma once
#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline uint32_t seccomp_action_errno(uint16_t error) { return SCMP_ACT_ERRNO(error); }

/// fork(2). The process must be single-threaded.
static inline pid_t sandbox_fork(void) { return fork(); }

/// Closes every descriptor from `first` on (close_range(2)). This and the functions below return 0, or -1
/// with errno.
static inline int sandbox_close_from(unsigned first) { return (int)syscall(SYS_close_range, first, ~0U, 0U); }

/// Has the kernel send this process SIGKILL when its parent ends.
static inline int sandbox_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/// Gives up gaining privileges by exec, which the kernel requires before an unprivileged user may install a
/// filter.
static inline int sandbox_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

static inline int sandbox_set_limit(int resource, uint64_t value) {
    struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &both);
}
static inline int sandbox_limit_memory(uint64_t bytes) { return sandbox_set_limit(RLIMIT_AS, bytes); }
/// Limits CPU time: SIGXCPU, which records why the process ended, then SIGKILL a second later.
static inline int sandbox_limit_cpu(uint64_t seconds) {
    struct rlimit both = {.rlim_cur = seconds, .rlim_max = seconds + 1};
    return setrlimit(RLIMIT_CPU, &both);
}
static inline int sandbox_limit_files(uint64_t bytes) { return sandbox_set_limit(RLIMIT_FSIZE, bytes); }
static inline int sandbox_limit_descriptors(uint64_t count) { return sandbox_set_limit(RLIMIT_NOFILE, count); }
static inline int sandbox_limit_core(uint64_t bytes) { return sandbox_set_limit(RLIMIT_CORE, bytes); }
