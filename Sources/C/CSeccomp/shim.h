// SPDX-License-Identifier: Apache-2.0
// libseccomp and its actions that are macros with arguments; and what else of Linux a sandbox is made of and Swift cannot
// call (fork, the variadic prctl, setrlimit's enum). No feature macros: with them this module and Swift's Glibc would
// define fd_set and other types in two ways, which the compiler refuses next to GLib's module.
#pragma once
#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline uint32_t seccomp_action_errno(uint16_t error) { return SCMP_ACT_ERRNO(error); }

/// fork(2), only for a single-threaded process.
static inline pid_t sandbox_fork(void) { return fork(); }

/// Closes every descriptor from `first` on (close_range(2)). 0, or -1 with errno, as below.
static inline int sandbox_close_from(unsigned first) { return (int)syscall(SYS_close_range, first, ~0U, 0U); }

/// Be killed when the parent ends.
static inline int sandbox_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/// Gain no privileges by exec: the kernel asks for it before it takes a filter from an ordinary user.
static inline int sandbox_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

static inline int sandbox_set_limit(int resource, uint64_t value) {
    struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &both);
}
static inline int sandbox_limit_memory(uint64_t bytes) { return sandbox_set_limit(RLIMIT_AS, bytes); }
/// SIGXCPU, which tells why the process ended; a second later SIGKILL.
static inline int sandbox_limit_cpu(uint64_t seconds) {
    struct rlimit both = {.rlim_cur = seconds, .rlim_max = seconds + 1};
    return setrlimit(RLIMIT_CPU, &both);
}
static inline int sandbox_limit_files(uint64_t bytes) { return sandbox_set_limit(RLIMIT_FSIZE, bytes); }
static inline int sandbox_limit_descriptors(uint64_t count) { return sandbox_set_limit(RLIMIT_NOFILE, count); }
static inline int sandbox_limit_core(uint64_t bytes) { return sandbox_set_limit(RLIMIT_CORE, bytes); }
